import type { Hit } from './port';

/** How a list by meaning and a list by words become one. */
export interface Fusion {
  /** `score`: {@link fuseByScore}. `rrf`: {@link rrf}. */
  readonly method: 'score' | 'rrf';
  /** For `score`: what one point of BM25 counts against a cosine of 1, ≥ 0. */
  readonly bm25Weight: number;
  /** For `rrf`: constant of the formula, > 0. */
  readonly rrfK: number;
}

/**
 * What a pipeline takes where it says nothing. The weight was measured with MiniLM (docs/benchmarks.md): .012 to .015 is best or nearly so on
 * eight sets; another embedding model, whose cosines lie closer together or further apart, may want another one.
 */
export const DEFAULT_FUSION: Fusion = { method: 'score', bm25Weight: 0.015, rrfK: 60 };

/** What one query found in both ways, each best first, and how many hits each list was asked for. */
export interface Candidates {
  readonly dense: readonly Hit[];
  readonly sparse: readonly Hit[];
  readonly asked: number;
}

/** Both lists as one, best first, ties by chunk id. A pure function, so that it is the same on every store. */
export function fuse({ dense, sparse, asked }: Candidates, fusion: Fusion): Fused[] {
  if (fusion.method === 'score') return fuseByScore({ dense, sparse, asked }, fusion.bm25Weight);
  const ids = [dense, sparse].map((hits) => hits.map(({ chunk }) => chunk.id));
  return rrf(ids, { k: fusion.rrfK });
}

/**
 * Linear combination of the scores themselves: `cosine + bm25Weight · BM25` (Bruch, Gai, Ingber: An Analysis of Fusion Functions for Hybrid
 * Retrieval, TOIS 2023), without a norm for each query: BM25 is a sum over the rare words that were matched, so a query of which little was matched
 * trusts the meaning, and one whose rare words all stand in a passage trusts the words. Ranks (RRF) do not know that difference, and fall below
 * BM25 alone where the vectors are weak. A hit that one list lacks has there the score of its last hit, as the most that it can have; none of
 * BM25's where that list was not full, since then no word matched.
 */
export function fuseByScore({ dense, sparse, asked }: Candidates, bm25Weight: number): Fused[] {
  const cosines = new Map(dense.map(({ chunk, score }) => [chunk.id, score]));
  const words = new Map(sparse.map(({ chunk, score }) => [chunk.id, score]));
  const leastCosine = dense.at(-1)?.score ?? 0;
  const leastWords = sparse.length < asked ? 0 : (sparse.at(-1)?.score ?? 0);
  const score = (id: string) => (cosines.get(id) ?? leastCosine) + bm25Weight * (words.get(id) ?? leastWords);
  return inOrder([...new Set([...cosines.keys(), ...words.keys()])].map((id) => ({ id, score: score(id) })));
}

/** How ranked lists are fused by their ranks. */
export interface RrfOptions {
  /** Constant of the formula, > 0: the larger, the less the first ranks stand out. 60 by default, as in the paper. */
  readonly k?: number;
  /** One weight for each list, in order, ≥ 0; a list without one counts 1. */
  readonly weights?: readonly number[];
  /** Most ids returned; all by default. */
  readonly limit?: number;
}

export interface Fused {
  readonly id: string;
  /** What the ids are ordered by; comparable within one list only. */
  readonly score: number;
}

/**
 * Reciprocal rank fusion of ranked lists of ids, best first, ties by id: `score(id) = Σ weight / (k + rank)`, rank from 1.
 * An id repeated within a list counts where it stands first.
 *
 * Cormack, Clarke, Büttcher: Reciprocal Rank Fusion outperforms Condorcet and individual Rank Learning Methods, SIGIR 2009.
 */
export function rrf(lists: readonly (readonly string[])[], options: RrfOptions = {}): Fused[] {
  const { k = 60, weights = [], limit = Infinity } = options;
  const scores = new Map<string, number>();
  lists.forEach((list, i) => {
    const weight = weights[i] ?? 1;
    // A set keeps the first occurrence of an id, but the ranks of the others are those in the list.
    const seen = new Set<string>();
    list.forEach((id, position) => {
      if (seen.has(id)) return;
      seen.add(id);
      scores.set(id, (scores.get(id) ?? 0) + weight / (k + position + 1));
    });
  });
  return inOrder([...scores].map(([id, score]) => ({ id, score }))).slice(0, Math.max(0, limit));
}

function inOrder(fused: Fused[]): Fused[] {
  return fused.sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
}
