import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { basename, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ScipFiles, type GraphEdge, type GraphFile, type GraphStore } from '@quarry/graph-store';
import type { SearchIndex } from '@quarry/search-index';
import { Fault, type SnapshotRef } from '@quarry/turn';
import { safePath } from './bundle-files';
import { checkCancelled } from '../progress/cancelled';
import { lockIndex } from '../run/lock';
import { RunImprint } from '../run/run-imprint';
import { decode, sha256 } from '../source/decode';
import type { ScipFile } from '../scip/file-references';
import { joinIndex, type IndexedCode } from '../scip/join';
import { withScip } from '../scip/overlay';
import { readMetadata, type ScipMetadata } from '../scip/scip-index';
import { WireError } from '../scip/wire';

/** Size in bytes of an index that is read: it is in memory as a whole. */
const MAX_BYTES = 512 * 2 ** 20;
/** Size in bytes of a source file; larger ones are not in the graph. */
const MAX_SOURCE_BYTES = 8 * 2 ** 20;
/** Files per write. */
const BATCH = 100;

export interface ScipImportOptions {
  /** Default: the folder's name in the index's `project_root`, and `current`. */
  readonly ref?: Partial<SnapshotRef>;
  readonly searchIndex: SearchIndex;
  readonly graphStore: GraphStore;
  /** Database that keeps the imported references for later runs. */
  readonly scipFile: string;
  /** Lock file, held while the graph is written. */
  readonly lockFile: string;
  readonly recordedRun?: (ref: SnapshotRef) => Promise<number | null>;
  readonly signal?: AbortSignal;
}

export interface ScipImportReport {
  readonly ref: SnapshotRef;
  /** Name and version of the indexer. */
  readonly tool: string;
  /** Files whose edges now follow the index. */
  readonly files: number;
  /** Edges that the index states. */
  readonly edges: number;
  /** Stated edges of Quarry that the index contradicts, and that are gone. */
  readonly contradicted: number;
  /** Totals of the snapshot after the import. */
  readonly totals: { readonly nodes: number; readonly edges: number };
  readonly problems: readonly string[];
}

/**
 * Imports a SCIP index into an indexed snapshot: its references replace the edges that Quarry found by the same names,
 * and Quarry's edges stay where the index is silent. Reads the source files of the snapshot's folder to check that they
 * are those of the index.
 * @throws Fault `path_not_found`, `import_invalid` (not a SCIP index, damaged, or over the limits), `index_missing` if
 * the snapshot is not indexed, `index_busy`, `cancelled`, and those of the stores
 *
 * @example
 * const report = await importScip('index.scip', { searchIndex, graphStore, scipFile: '/data/scip.db', lockFile });
 */
export async function importScip(path: string, options: ScipImportOptions): Promise<ScipImportReport> {
  const { searchIndex, graphStore, signal } = options;
  const bytes = readIndex(path);
  const metadata = readable(path, () => readMetadata(bytes)) ?? { tool: '', projectRoot: '' };
  const project = folderOf(metadata);
  const ref = {
    repository: options.ref?.repository ?? (basename(project) || 'imported'),
    snapshot: options.ref?.snapshot ?? 'current',
  };
  const root = (await searchIndex.describe(ref))?.root;
  if (root === undefined || root === null)
    throw new Fault(
      'index_missing',
      `A SCIP index adds to an index of its folder, and "${ref.repository}" (${ref.snapshot}) is not indexed. ` +
        'Run `quarry index PATH` first, or name another one with --repository and --snapshot.',
    );
  const release = lockIndex(options.lockFile);
  try {
    const graph = new Map<string, GraphFile>();
    for await (const file of graphStore.export(ref)) graph.set(file.path, file);
    checkCancelled(signal);
    const { files, problems } = readable(path, () => joinIndex(bytes, codeOf(root, project, graph)));
    checkCancelled(signal);
    const imprint = await RunImprint.begin([searchIndex, graphStore], ref, await options.recordedRun?.(ref));
    const known = new ScipFiles<ScipFile>(options.scipFile);
    try {
      known.put(ref, files);
    } finally {
      await known.close();
    }
    const changes = await writeEdges(files, graph, { graphStore, ref, signal });
    await imprint.end();
    const totals = (await graphStore.describe(ref)) ?? { nodes: 0, edges: 0 };
    return { ref, tool: metadata.tool, files: files.length, ...changes, totals, problems };
  } finally {
    release();
  }
}

/** Whether bytes begin like a SCIP index: with its metadata, or with a document. */
export function isScip(head: Uint8Array): boolean {
  return head[0] === 0x0a || head[0] === 0x12;
}

async function writeEdges(
  files: readonly ScipFile[],
  graph: ReadonlyMap<string, GraphFile>,
  { graphStore, ref, signal }: { graphStore: GraphStore; ref: SnapshotRef; signal: AbortSignal | undefined },
): Promise<Pick<ScipImportReport, 'edges' | 'contradicted'>> {
  const nodes = new Map([...graph.values()].flatMap((file) => file.nodes.map((node) => [node.key, node])));
  let [edges, contradicted] = [0, 0];
  const changed: GraphFile[] = [];
  for (const scip of files) {
    const before = graph.get(scip.path);
    if (!before) continue;
    const after = withScip(before, scip, (key) => nodes.get(key));
    const imported = after.edges.filter(({ provenance }) => provenance === 'scip');
    // Another overload is no contradiction.
    const named = ({ from, to }: GraphEdge) => `${from}\n${nodes.get(to)?.qualifiedName ?? to}`;
    const relations = new Set(after.edges.map(named));
    edges += imported.length;
    contradicted += before.edges.filter((edge) => !relations.has(named(edge))).length;
    if (after.digest !== before.digest) changed.push(after);
  }
  for (let i = 0; i < changed.length; i += BATCH) {
    checkCancelled(signal);
    await graphStore.write(ref, { files: changed.slice(i, i + BATCH) });
  }
  return { edges, contradicted };
}

/** @throws Fault `path_not_found`, `import_invalid` */
function readIndex(path: string): Uint8Array {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY);
  } catch (cause) {
    throw new Fault(
      'path_not_found',
      `There is nothing to read at ${path}; pass the path of an index.scip.`,
      {
        cause,
      },
    );
  }
  try {
    const { size } = fstatSync(file);
    if (size === 0)
      throw new Fault('import_invalid', `${basename(path)} is empty. Make the SCIP index again.`);
    if (size > MAX_BYTES)
      throw new Fault(
        'import_invalid',
        `${basename(path)} is larger than ${MAX_BYTES} bytes. Index parts of the repository one at a time.`,
      );
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

function readable<Value>(path: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    throw new Fault(
      'import_invalid',
      `${basename(path)} is not a readable SCIP index: ${error.message}. Make it again, for example with scip-typescript.`,
      { cause: error },
    );
  }
}

function folderOf({ projectRoot }: ScipMetadata): string {
  try {
    return fileURLToPath(projectRoot).replace(/\/$/, '');
  } catch {
    return '';
  }
}

/** The indexed code as it is on disk now. Paths of an index from another machine start at the snapshot's root. */
function codeOf(root: string, project: string, graph: ReadonlyMap<string, GraphFile>): IndexedCode {
  const inner = posix.relative(root, project);
  const prefix = project !== '' && !inner.startsWith('..') && !posix.isAbsolute(inner) ? inner : '';
  const outer = project === '' ? '' : posix.relative(project, root);
  return {
    pathOf: (documentPath) => {
      const safe = safePath(documentPath);
      if (safe === undefined || safe === '') return undefined;
      if (prefix === '' && outer !== '' && safe.startsWith(`${outer}/`)) return safe.slice(outer.length + 1);
      return posix.join(prefix, safe);
    },
    nodesOf: (path) => graph.get(path)?.nodes,
    textOf: (path) => {
      try {
        const file = openSync(join(root, path), constants.O_RDONLY | constants.O_NOFOLLOW);
        try {
          if (fstatSync(file).size > MAX_SOURCE_BYTES) return undefined;
          const bytes = readFileSync(file);
          const decoded = decode(bytes);
          return decoded.kind === 'text' ? { text: decoded.text, sha: sha256(bytes) } : undefined;
        } finally {
          closeSync(file);
        }
      } catch {
        return undefined;
      }
    },
  };
}
