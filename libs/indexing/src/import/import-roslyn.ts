import type { Masker } from '@quarry/secrets';
import type { Embedder } from '@quarry/embedder';
import type { GraphStore } from '@quarry/graph-store';
import type { Chunk, IndexedFile, SearchIndex } from '@quarry/search-index';
import { Fault, type SnapshotRef } from '@quarry/turn';
import { chunkFile } from '../chunk/chunk-file';
import { checkCancelled } from '../progress/cancelled';
import { embedPending } from '../run/embed-pending';
import { RunImprint } from '../run/run-imprint';
import { maskRecords } from './mask-records';
import type { SecretPlace } from '../secrets/secret-mask';
import { sha256 } from '../source/decode';
import { readBundle } from './bundle-files';
import { bundleGraph, type PlacedText } from './bundle-graph';
import type { StatedGroups } from './acl-tags';
import { readRecords } from './bundle-records';

export interface ImportOptions {
  /**
   * Target; missing fields come from the bundle: the name of the repository's folder, and that of the bundle's folder
   * as snapshot.
   */
  readonly ref?: Partial<SnapshotRef>;
  readonly searchIndex: SearchIndex;
  readonly graphStore: GraphStore;
  /** Without an embedder no vectors are created, and search uses BM25. */
  readonly embedder?: Embedder | null;
  /** Number of the snapshot's last run, according to the records. */
  readonly recordedRun?: (ref: SnapshotRef) => Promise<number | null>;
  readonly signal?: AbortSignal;
  /**
   * Masks secrets in all texts of the bundle, by the name of the target repository. Null: texts are imported unmasked.
   */
  readonly maskerFor: (repository: string) => Promise<Masker> | null;
}

export interface ImportReport {
  readonly ref: SnapshotRef;
  readonly files: number;
  readonly chunks: number;
  readonly nodes: number;
  /** Edges of the bundle, plus DEFINES. */
  readonly edges: number;
  /** Edges of the bundle with an end that has no node. */
  readonly dangling: number;
  /** Chunks embedded in this run. */
  readonly embedded: number;
  readonly pendingVectors: number;
  /** Null if the bundle has none, or an invalid commit id. */
  readonly commit: string | null;
  readonly branch: string | null;
  /** Every masked secret, with the line of its text; null if secrets were not searched for. */
  readonly secrets: readonly SecretPlace[] | null;
  /** Who may read, by path, from the `AclTags` of its records: a reader is in one group of each list. */
  readonly stated: StatedGroups;
  /** Problems and how they were handled; apart from these, the import is complete. */
  readonly problems: readonly string[];
}

/** Files per write. */
const BATCH = 200;

/**
 * Imports a bundle of RoslynIndexer: C# chunks and their dependencies, SQL bodies, nodes and edges. It replaces the
 * content of the snapshot. Keys become canonical if the bundle contains enough information; otherwise they stay as
 * written. The bundle has no line numbers, so lines count from the start of each text.
 * @throws Fault `path_not_found`, `import_invalid`, `index_other_model`, `cancelled`, and those of the stores
 *
 * @example
 * const report = await importRoslyn('/bundles/billing.zip', { searchIndex, graphStore, maskerFor: () => null });
 * for (const problem of report.problems) console.warn(problem);
 */
export async function importRoslyn(bundlePath: string, options: ImportOptions): Promise<ImportReport> {
  const { searchIndex, graphStore, signal } = options;
  const bundle = readBundle(bundlePath);
  const raw = readRecords(bundle);
  const repository =
    options.ref?.repository ?? (raw.meta.repositoryRoot.split('/').filter(Boolean).at(-1) || 'imported');
  const { records, secrets } = await maskRecords(raw, await options.maskerFor(repository));
  const graph = bundleGraph(records);
  const problems = [...bundle.problems, ...records.problems, ...graph.problems];
  const { branch } = records.meta;
  if (branch !== '' && branch !== bundle.name) {
    problems.push(
      `repo_meta.json says branch ${branch}, but the bundle is named ${bundle.name}: the bundle name is used`,
    );
  }
  const commit = commitOf(records.meta.headSha, problems);
  const ref = {
    repository,
    snapshot: options.ref?.snapshot ?? bundle.name,
  };

  const { embedder } = options;
  const recorded = (await options.recordedRun?.(ref)) ?? null;
  const stored = (await searchIndex.describe(ref))?.embedder;
  if (stored && embedder && (stored.id !== embedder.id || stored.dimension !== embedder.dimension)) {
    throw new Fault(
      'index_other_model',
      `${ref.repository}/${ref.snapshot} has vectors of ${stored.id}, but ${embedder.id} is configured; import into another snapshot or configure the former.`,
    );
  }
  const imprint = await RunImprint.begin([searchIndex, graphStore], ref, recorded);
  const files = indexedFiles(graph.texts, commit);
  const paths = new Set(files.map(({ path }) => path));
  const stale = [...(await searchIndex.manifest(ref)).keys()].filter((path) => !paths.has(path));
  for (let i = 0; i < files.length; i += BATCH) {
    checkCancelled(signal);
    await searchIndex.write(ref, { files: files.slice(i, i + BATCH), purge: (secrets?.length ?? 0) > 0 });
  }
  const model = embedder ? { embedder: { id: embedder.id, dimension: embedder.dimension } } : {};
  await searchIndex.write(ref, { remove: stale, meta: { commit, root: null, bm25: true, ...model } });

  const graphPaths = new Set(graph.files.map(({ path }) => path));
  const gone = [...(await graphStore.manifest(ref)).keys()].filter((path) => !graphPaths.has(path));
  await graphStore.write(ref, { files: graph.files, remove: gone });

  const vectors = embedder
    ? await embedPending(embedder, { searchIndex, ref, signal })
    : { embedded: 0, problem: null };
  if (vectors.problem !== null) problems.push(vectors.problem);
  await imprint.end();
  const info = await searchIndex.describe(ref);
  return {
    ref,
    files: files.length,
    chunks: files.reduce((sum, file) => sum + file.chunks.length, 0),
    nodes: graph.files.reduce((sum, file) => sum + file.nodes.length, 0),
    edges: graph.files.reduce((sum, file) => sum + file.edges.length, 0),
    dangling: graph.dangling,
    embedded: vectors.embedded,
    pendingVectors: info?.pendingVectors ?? 0,
    commit,
    branch: branch || null,
    secrets,
    stated: records.stated,
    problems,
  };
}

function commitOf(headSha: string, problems: string[]): string | null {
  if (/^[0-9a-f]{7,64}$/i.test(headSha)) return headSha.toLowerCase();
  if (headSha !== '')
    problems.push(`repo_meta.json: ${JSON.stringify(headSha.slice(0, 80))} is not a commit id, left out`);
  return null;
}

/** Chunks every text separately: the bundle does not contain its position in the file. */
function indexedFiles(texts: readonly PlacedText[], commit: string | null): readonly IndexedFile[] {
  const byPath = new Map<string, Chunk[]>();
  const ids = new Set<string>();
  for (const placed of texts) {
    const { node, path } = placed;
    const { language } = node;
    // Fields are chunked with the text around them; here there is no such text.
    const kind = node.kind === 'FIELD' ? 'METHOD' : node.kind;
    const own = { ...node, kind, path, startLine: 1, endLine: placed.text.split('\n').length };
    const chunks = chunkFile({
      path,
      text: placed.text,
      language,
      facts: { nodes: [own] },
      ...(commit ? { commit } : {}),
    });
    for (const chunk of chunks) {
      const id = freeId(ids, `${path}#${placed.id}${chunks.length > 1 ? `:L${chunk.startLine}` : ''}`);
      byPath.set(path, [...(byPath.get(path) ?? []), { ...chunk, id }]);
    }
  }
  return [...byPath].map(([path, chunks]) => ({ path, hash: sha256(JSON.stringify(chunks)), chunks }));
}

function freeId(ids: Set<string>, id: string): string {
  let free = id;
  for (let nth = 2; ids.has(free); nth++) free = `${id}~${nth}`;
  ids.add(free);
  return free;
}
