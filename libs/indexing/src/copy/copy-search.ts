import type { ExportedFile, IndexInfo, IndexMeta, SearchIndex } from '@quarry/search-index';
import { Fault, type SnapshotRef } from '@quarry/turn';
import { emptyWhereLost, RunImprint } from '../run/run-imprint';
import { chosenFiles, chosenPaths } from './chosen';
import { copyFiles } from './copy-files';
import type { CopyOptions, CopyReport, Pair } from './options';
import { checkSame } from './verify';

/** Number of files and chunks per write, and the number of sections that weigh as much as a chunk. */
const BATCH = 500;
const SECTIONS_A_CHUNK = 10;

/** Number of documents whose sections are counted at once. */
const DOCUMENTS = 100;

/**
 * Limit of chunks without a vector that are tracked individually, as an interrupted run leaves them. With more, every
 * vector is written.
 */
const MOST_WANTED = BATCH;

/**
 * Copies chunks, section trees and vectors. @throws Fault `index_missing` if there is nothing to copy,
 * `copy_incomplete`, `cancelled`
 */
export async function copySearch(
  { from, to }: Pair<SearchIndex>,
  options: CopyOptions,
): Promise<NonNullable<CopyReport['search']>> {
  const { ref, as = ref, only } = options;
  const info = await from.describe(ref);
  if (!info)
    throw new Fault(
      'index_missing',
      `There is no index of "${ref.repository}" (snapshot "${ref.snapshot}") to copy. \`quarry index PATH\` creates one.`,
    );
  await emptyWhereLost(to, as);
  const imprint = await RunImprint.begin([to], as);
  // The model first: this discards vectors of another model and makes the store accept the new ones.
  await to.write(as, { meta: { embedder: info.embedder, vectorIndex: vectorIndexOf(info, options) } });
  const vectors = new VectorCopy(to, as, await wantedVectors(to, as));
  let chunks = 0;
  let pending = 0;
  let sections = 0;
  const documents: string[] = [];
  const copied = await copyFiles(
    {
      phase: 'chunks',
      source: chosenPaths(await from.manifest(ref), only),
      stored: await to.manifest(as),
      files: chosenFiles(from.export(ref), only),
      hashOf: ({ hash }) => hash,
      weigh: (file) => 1 + file.chunks.length + Math.ceil((file.sections?.length ?? 0) / SECTIONS_A_CHUNK),
      most: BATCH,
      write: async (files) => {
        await to.write(as, { files: files.map(({ vectors: _, ...file }) => file) });
        for (const file of files) await vectors.add(file);
        await vectors.flush();
      },
      remove: (paths) => to.write(as, { remove: paths }),
      seen: async (file, isStored) => {
        chunks += file.chunks.length;
        pending += file.chunks.filter(({ contentHash }) => !file.vectors.has(contentHash)).length;
        if (file.sections) documents.push(file.path);
        sections += file.sections?.length ?? 0;
        if (isStored) await vectors.complete(file);
      },
    },
    options,
  );
  await vectors.flush();
  await to.write(as, { meta: metaOf(info) });
  await imprint.end();
  const after = await to.describe(as);
  const { vectorIndex = info.vectorIndex, pendingVectors = 0 } = after ?? {};
  // Vectors of the same model that the copy already had are equally valid: it may lack fewer than its source.
  const lacking = Math.max(pending, pendingVectors);
  checkSame(
    ref,
    'search index',
    { files: copied.files, chunks, sections, 'chunks without a vector': pending },
    after && {
      ...after,
      sections: await countSections(to, as, documents),
      'chunks without a vector': lacking,
    },
  );
  return { ...copied, chunks, sections, vectors: vectors.written, pendingVectors, vectorIndex };
}

function vectorIndexOf(
  { vectorIndex }: IndexInfo,
  options: CopyOptions,
): NonNullable<IndexMeta['vectorIndex']> {
  return options.vectorIndex === 'same'
    ? vectorIndex
    : { metric: vectorIndex.metric, ...options.vectorIndex };
}

function metaOf({ commit, root, embedder, bm25, chunking }: IndexInfo): IndexMeta {
  return { commit, root, embedder, bm25, ...(chunking === null ? {} : { chunking }) };
}

/** Counts the sections of these documents in the copy, a few documents at a time, because trees may be large. */
async function countSections(
  to: SearchIndex,
  ref: SnapshotRef,
  documents: readonly string[],
): Promise<number> {
  let sections = 0;
  for (let from = 0; from < documents.length; from += DOCUMENTS)
    sections += (await to.sections(ref, { paths: documents.slice(from, from + DOCUMENTS) })).length;
  return sections;
}

/** Content hashes of chunks without a vector in the copy; null if there are too many to track. */
async function wantedVectors(to: SearchIndex, ref: SnapshotRef): Promise<ReadonlySet<string> | null> {
  const pending = await to.pendingVectors(ref, MOST_WANTED + 1);
  return pending.length > MOST_WANTED ? null : new Set(pending.map(({ contentHash }) => contentHash));
}

/** Writes vectors in batches. */
class VectorCopy {
  written = 0;
  private readonly batch = new Map<string, Float32Array>();

  constructor(
    private readonly to: SearchIndex,
    private readonly ref: SnapshotRef,
    /** Chunks that an interrupted run left without a vector; null: any chunk may lack one. */
    private readonly wanted: ReadonlySet<string> | null,
  ) {}

  async add({ vectors }: ExportedFile): Promise<void> {
    for (const [contentHash, vector] of vectors) this.batch.set(contentHash, vector);
    if (this.batch.size >= BATCH) await this.flush();
  }

  /** For a file that is already in the copy. */
  async complete(file: ExportedFile): Promise<void> {
    const { wanted } = this;
    const missing = [...file.vectors].filter(([contentHash]) => wanted?.has(contentHash) ?? true);
    if (missing.length > 0) await this.add({ ...file, vectors: new Map(missing) });
  }

  async flush(): Promise<void> {
    const vectors = [...this.batch].map(([contentHash, vector]) => ({ contentHash, vector }));
    this.batch.clear();
    if (vectors.length === 0) return;
    await this.to.setVectors(this.ref, vectors);
    this.written += vectors.length;
  }
}
