import { onePass } from '@quarry/evaluation';
import type { Embedder } from '@quarry/embedder';
import type { ExportedFile, IndexInfo, SearchIndex } from '@quarry/search-index';
import { Fault, type SnapshotRef } from '@quarry/turn';
import { grow, takeFrom, type GrownDocument } from './grown';
import { timePair, timesOf, type Both, type TimedPair, type Times } from './timed';

/** Both stores at one number of chunks. */
export interface SizeResult {
  readonly chunks: number;
  /** Documents of one chunk written per second, with their vectors, from the previous size to this one. */
  readonly documentsPerSecond: Both<number>;
  /** Hybrid search for ten documents: BM25, vectors and RRF, without embedding the question. */
  readonly hybridMs: Both<Times>;
}

export interface SizesOptions {
  readonly stores: Both<SearchIndex>;
  readonly ref: SnapshotRef;
  /** The documents to grow from, and the model of their vectors. */
  readonly documents: readonly ExportedFile[];
  readonly model: NonNullable<IndexInfo['embedder']>;
  /** Ascending. */
  readonly sizes: readonly number[];
  readonly questions: readonly string[];
  readonly embedder: Embedder;
  readonly signal: AbortSignal;
  readonly onProgress: (what: string) => void;
  /** Called as soon as a size is measured, because the next one may take long. */
  readonly onSize: (result: SizeResult) => void;
}

/** Documents per write. */
const BATCH = 500;

/** Untimed questions on each side, and rounds of timed ones. */
const WARM_UP = 20;
const ROUNDS = 3;

const TOP = 10;

/** Grows both stores batch by batch, and asks both the same questions at each size. The sides alternate. */
export async function measureSizes(options: SizesOptions): Promise<SizeResult[]> {
  const { stores, ref, documents, model, sizes } = options;
  for (const side of ['embedded', 'server'] as const)
    await stores[side].write(ref, { meta: { embedder: model } });
  const grown = grow(documents, sizes.at(-1) ?? 0);
  const results: SizeResult[] = [];
  let chunks = 0;
  for (const size of sizes) {
    const writes: TimedPair<void>[] = [];
    const before = chunks;
    while (chunks < size) {
      const batch = takeFrom(grown, Math.min(BATCH, size - chunks));
      if (batch.length === 0)
        throw new Fault('bad_request', 'The set has no document with a vector to grow from.');
      writes.push(await writeBoth(options, batch, writes.length));
      chunks += batch.length;
      options.onProgress(`writing: ${chunks} of ${sizes.at(-1)} documents`);
    }
    const seconds = (side: 'embedded' | 'server') => writes.reduce((sum, { ms }) => sum + ms[side], 0) / 1000;
    const result: SizeResult = {
      chunks,
      documentsPerSecond: {
        embedded: (chunks - before) / seconds('embedded'),
        server: (chunks - before) / seconds('server'),
      },
      hybridMs: await askBoth(options, chunks),
    };
    options.onSize(result);
    results.push(result);
  }
  return results;
}

async function writeBoth(
  { stores, ref, signal }: SizesOptions,
  batch: readonly GrownDocument[],
  at: number,
): Promise<TimedPair<void>> {
  checkNotCancelled(signal);
  const files = batch.map(({ file }) => file);
  const vectors = batch.map(({ file, vector }) => ({ contentHash: file.hash, vector }));
  return timePair(at, async (side) => {
    await stores[side].write(ref, { files });
    await stores[side].setVectors(ref, vectors);
  });
}

async function askBoth(options: SizesOptions, chunks: number): Promise<Both<Times>> {
  const { stores, ref, questions, embedder, signal, onProgress } = options;
  const ask = (text: string, at: number) =>
    timePair(at, (side) => onePass({ index: stores[side], ref, embedder }, text, TOP));
  for (const [at, text] of questions.slice(0, WARM_UP).entries()) await ask(text, at);
  const pairs: TimedPair<unknown>[] = [];
  for (let round = 0; round < ROUNDS; round++)
    for (const [at, text] of questions.entries()) {
      checkNotCancelled(signal);
      pairs.push(await ask(text, at + round));
      if (at % 10 === 0)
        onProgress(`asking at ${chunks} documents: ${pairs.length} of ${ROUNDS * questions.length}`);
    }
  return timesOf(pairs);
}

function checkNotCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw new Fault('cancelled', 'the measurement was stopped.');
}
