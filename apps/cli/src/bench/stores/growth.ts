import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSearchIndex, type ExportedFile, type IndexInfo, type SearchIndex } from '@quarry/search-index';
import { Fault, type SnapshotRef } from '@quarry/turn';
import type { Asked, KnownQuestion } from './asked-process';
import { askInProcess } from './ask-in-process';
import { grow, takeFrom, type GrownDocument } from './grown';
import { measured, type Measured } from './measured';

/** The embedded search index at one size. */
export interface GrowthResult extends Asked {
  readonly chunks: number;
  /** Chunks of the set, with the vectors of the model; the others are made from them. */
  readonly real: number;
  /** Written per second from the previous size to this one; the CPU time of one, in milliseconds. */
  readonly chunksPerSecond: number;
  readonly chunkCpuMs: number;
  readonly vectorsPerSecond: number;
  /** The end of the run that wrote them. */
  readonly finishMs: number;
  readonly diskMb: number;
  /** One file changed, and one deleted, to the end of the run, without reading and embedding it. */
  readonly change: Measured;
  readonly deletion: Measured;
}

export interface GrowthOptions {
  readonly documents: readonly ExportedFile[];
  readonly model: NonNullable<IndexInfo['embedder']>;
  /** Ascending. */
  readonly sizes: readonly number[];
  readonly questions: readonly KnownQuestion[];
  readonly signal: AbortSignal;
  readonly onProgress: (what: string) => void;
  /** Called as soon as a size is measured, because the next one may take long. */
  readonly onSize: (result: GrowthResult) => void;
}

const REF: SnapshotRef = { repository: 'grown', snapshot: 'current' };

/** Documents per write, and files that are changed and deleted at each size. */
const BATCH = 500;
const CHANGED = 5;

/**
 * Grows an embedded index in a temporary folder, and measures it at each size: this process writes, another one asks.
 * @throws Fault `bad_request` for a set without vectors, `cancelled`
 */
export async function measureGrowth(options: GrowthOptions): Promise<GrowthResult[]> {
  const folder = await mkdtemp(join(tmpdir(), 'quarry-bench-'));
  const url = `sqlite:${join(folder, 'search')}`;
  const questions = join(folder, 'questions.json');
  try {
    await writeFile(questions, JSON.stringify(options.questions));
    const real = options.documents.reduce((sum, { vectors }) => sum + vectors.size, 0);
    const grown = grow(options.documents, options.sizes.at(-1) ?? 0);
    const results: GrowthResult[] = [];
    let chunks = 0;
    for (const size of options.sizes) {
      options.onProgress(`writing up to ${size} chunks ...`);
      const index = openSearchIndex(url);
      try {
        const written = await writeUpTo(index, grown, { ...options, from: chunks, to: size });
        chunks = size;
        options.onProgress(`changing files at ${size} chunks ...`);
        const changes = await changeFiles(index, options, size);
        await index.close();
        options.onProgress(`asking at ${size} chunks ...`);
        const asked = await askInProcess({ url, ref: REF, questions });
        const diskMb = (await bytesIn(join(folder, 'search'))) / 1e6;
        const result = { chunks, real: Math.min(real, chunks), ...written, ...changes, ...asked, diskMb };
        options.onSize(result);
        results.push(result);
      } finally {
        await index.close();
      }
    }
    return results;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Part extends GrowthOptions {
  readonly from: number;
  readonly to: number;
}

type Written = Pick<GrowthResult, 'chunksPerSecond' | 'chunkCpuMs' | 'vectorsPerSecond' | 'finishMs'>;

async function writeUpTo(index: SearchIndex, grown: Generator<GrownDocument>, part: Part): Promise<Written> {
  const { from, to, model, signal } = part;
  await index.write(REF, { meta: { embedder: model } });
  const batches = batchesOf(grown, to - from);
  let vectorMs = 0;
  const writes = await measured(
    batches,
    async (batch) => {
      await index.write(REF, { files: batch.map(({ file }) => file) });
    },
    { signal, after: async (batch) => (vectorMs += await timeOf(() => storeVectors(index, batch))) },
  );
  const finishMs = await timeOf(() => index.write(REF, { meta: { embedder: model } }));
  const chunks = to - from;
  return {
    chunksPerSecond: (chunks / writes.sumMs) * 1000,
    chunkCpuMs: (writes.cpuMs * writes.count) / chunks,
    vectorsPerSecond: (chunks / vectorMs) * 1000,
    finishMs,
  };
}

function* batchesOf(grown: Generator<GrownDocument>, count: number): Generator<readonly GrownDocument[]> {
  for (let left = count; left > 0; left -= BATCH) {
    const batch = takeFrom(grown, Math.min(BATCH, left));
    if (batch.length === 0)
      throw new Fault('bad_request', 'The set has no document with a vector to grow from.');
    yield batch;
  }
}

function storeVectors(index: SearchIndex, documents: readonly GrownDocument[]): Promise<void> {
  return index.setVectors(
    REF,
    documents.map(({ file, vector }) => ({ contentHash: file.hash, vector })),
  );
}

/** Files spread over the index get another word, then others are deleted; each in a run of its own. */
async function changeFiles(
  index: SearchIndex,
  { documents, model, signal }: GrowthOptions,
  size: number,
): Promise<Pick<GrowthResult, 'change' | 'deletion'>> {
  const meta = { embedder: model };
  const changed = Array.from(grow(documents, CHANGED)).map(({ file, vector }, at) => {
    const path = `grown/${Math.floor((at * size) / CHANGED)}`;
    const hash = `${file.hash}-${size}`;
    const chunks = file.chunks.map((chunk) => ({
      ...{ ...chunk, id: `${path}#1`, path, contentHash: hash },
      text: `${chunk.text} changed`,
    }));
    return { file: { path, hash, chunks }, vector };
  });
  return {
    change: await measured(
      changed,
      async (document) => {
        await index.write(REF, { files: [document.file], meta });
        await storeVectors(index, [document]);
      },
      { signal },
    ),
    deletion: await measured(
      changed.map(({ file }) => file.path),
      (path) => index.write(REF, { remove: [path], meta }),
      { signal },
    ),
  };
}

async function timeOf(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

async function bytesIn(folder: string): Promise<number> {
  const sizes = await Promise.all(
    (await readdir(folder)).map(async (name) => (await stat(join(folder, name))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
