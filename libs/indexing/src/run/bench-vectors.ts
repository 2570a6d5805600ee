import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import type { Embedder } from '@quarry/embedder';
import { openGraphStore } from '@quarry/graph-store';
import { FLAT, openSearchIndex, type SearchIndex, type VectorIndex } from '@quarry/search-index';
import { Fault } from '@quarry/turn';
import { checkCancelled } from '../progress/cancelled';
import { indexRepository } from './index-repository';
import type { IndexOptions } from './options';

export interface VectorBenchOptions extends Pick<
  IndexOptions,
  'extractFor' | 'link' | 'chunking' | 'onProgress' | 'signal'
> {
  readonly embedder: Embedder;
  readonly queries: number;
  /** Number of inverted lists; null: the default. */
  readonly lists: number | null;
  /** Numbers of probes to try in addition to the default. */
  readonly probes: readonly number[];
}

export interface VectorBenchRow {
  readonly index: VectorIndex;
  /** Time to build it from the existing vectors. */
  readonly buildMs: number;
  /** Share of the ten nearest that it finds, mean over the queries. */
  readonly recallAt10: number;
  /** Median. */
  readonly msPerQuery: number;
}

export interface VectorBenchResult {
  readonly vectors: number;
  readonly dimension: number;
  readonly queries: number;
  readonly rows: readonly VectorBenchRow[];
}

const REF = { repository: 'bench', snapshot: 'bench' };
const NEAREST = 10;
/** Queries that are not timed. */
const WARM_UP = 20;
/** Number of words of a chunk that form a query. */
const QUERY_WORDS = 12;

/**
 * Compares the kinds of vector index on the chunks of a folder: recall of the ten nearest against an exhaustive search,
 * and time.
 * @throws Fault `bad_request` if there is too little to compare
 */
export async function benchVectors(root: string, options: VectorBenchOptions): Promise<VectorBenchResult> {
  const folder = await mkdtemp(join(tmpdir(), 'quarry-bench-'));
  const searchIndex = openSearchIndex(`sqlite:${join(folder, 'search')}`);
  const graphStore = openGraphStore(`sqlite:${join(folder, 'graph')}`);
  const texts = new Reservoir(options.queries);
  const embedder: Embedder = {
    id: options.embedder.id,
    dimension: options.embedder.dimension,
    embed: (batch, how) => {
      batch.forEach((text) => texts.offer(text));
      return options.embedder.embed(batch, how);
    },
    close: () => Promise.resolve(),
  };
  try {
    const { chunks, embedderProblem } = await indexRepository({
      ...options,
      embedder,
      // Only distances are compared.
      masker: null,
      root,
      searchIndex,
      graphStore,
      ref: REF,
      cacheFile: join(folder, 'facts.db'),
      lockFile: join(folder, 'index.lock'),
    });
    if (embedderProblem !== null) throw new Fault('embedder_unavailable', embedderProblem);
    if (chunks < NEAREST)
      throw new Fault('bad_request', `${root} has ${chunks} chunks: too few to compare indexes`);
    const queries = await options.embedder.embed(texts.kept.map(queryOf), { as: 'query' });
    const rows = await compare(searchIndex, queries, options);
    return { vectors: chunks, dimension: embedder.dimension, queries: queries.length, rows };
  } finally {
    await searchIndex.close();
    await graphStore.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function compare(
  searchIndex: SearchIndex,
  queries: readonly Float32Array[],
  { lists, probes, signal }: VectorBenchOptions,
): Promise<VectorBenchRow[]> {
  const ivf: VectorIndex = { ...FLAT, type: 'ivf', lists };
  const flat = await measure(searchIndex, FLAT, queries, signal);
  const rows = [{ ...flat, recallAt10: 1 }];
  for (const index of [
    ...[null, ...probes].map((count) => ({ ...ivf, probes: count })),
    { ...FLAT, metric: 'l2' as const },
  ]) {
    const measured = await measure(searchIndex, index, queries, signal);
    rows.push({ ...measured, recallAt10: recall(measured.found, flat.found) });
  }
  return rows.map(({ found: _, ...row }) => row);
}

async function measure(
  searchIndex: SearchIndex,
  index: VectorIndex,
  queries: readonly Float32Array[],
  signal: AbortSignal | undefined,
): Promise<Omit<VectorBenchRow, 'recallAt10'> & { readonly found: readonly (readonly string[])[] }> {
  const began = performance.now();
  await searchIndex.write(REF, { meta: { vectorIndex: index } });
  const buildMs = Math.round(performance.now() - began);
  const search = async (vector: Float32Array): Promise<string[]> => {
    const [hits = []] = await searchIndex.search(REF, [{ kind: 'knn', vector, k: NEAREST }]);
    return hits.map(({ chunk }) => chunk.id);
  };
  // The first queries read pages that later ones find in memory.
  for (const vector of queries.slice(0, WARM_UP)) await search(vector);
  const found: string[][] = [];
  const times: number[] = [];
  for (const vector of queries) {
    const start = performance.now();
    found.push(await search(vector));
    times.push(performance.now() - start);
    // The embedded store responds without yielding; this lets a signal arrive.
    await breathe();
    checkCancelled(signal);
  }
  times.sort((a, b) => a - b);
  return { index, buildMs, msPerQuery: times[Math.floor(times.length / 2)] ?? 0, found };
}

function recall(found: readonly (readonly string[])[], wanted: readonly (readonly string[])[]): number {
  const shares = wanted.map(
    (ids, i) => ids.filter((id) => found[i]?.includes(id)).length / Math.max(1, ids.length),
  );
  return shares.reduce((sum, share) => sum + share, 0) / Math.max(1, shares.length);
}

function queryOf(text: string): string {
  const words = text.split(/\s+/);
  const from = Math.floor(Math.max(0, words.length - QUERY_WORDS) / 2);
  return words.slice(from, from + QUERY_WORDS).join(' ');
}

/** A uniform sample of all texts offered, the same in every run. */
class Reservoir {
  readonly kept: string[] = [];
  private seen = 0;
  private state = 1;

  constructor(private readonly most: number) {}

  offer(text: string): void {
    this.seen++;
    this.state = (Math.imul(this.state, 1_664_525) + 1_013_904_223) >>> 0;
    const at = Math.floor((this.state / 2 ** 32) * this.seen);
    if (this.kept.length < this.most) this.kept.push(text);
    else if (at < this.most) this.kept[at] = text;
  }
}
