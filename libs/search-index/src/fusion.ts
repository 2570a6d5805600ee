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
 * BM25 alone where the vectors are weak.
 *
 * In each list nothing counts less than the hit at rank {@link FLOOR_RANK}: further down, scores tell noise apart, and a hit that the list lacks is not
 * worse than those that it has there. So the first hits do not depend on how many were asked for. Where fewer texts hold a word of the query
 * than were asked for, a hit without any has no score by words. Equal sums are ordered by the scores as they are, then by id.
 */
export function fuseByScore({ dense, sparse, asked }: Candidates, bm25Weight: number): Fused[] {
  const meaning = scoresOf(dense, dense.at(-1)?.score ?? 0);
  const words = scoresOf(sparse, sparse.length < asked ? 0 : (sparse.at(-1)?.score ?? 0));
  const ids = [...new Set([...meaning.of.keys(), ...words.of.keys()])];
  return ids
    .map((id) => {
      const cosine = meaning.of.get(id) ?? meaning.least;
      const bm25 = words.of.get(id) ?? words.least;
      const score = Math.max(cosine, meaning.floor) + bm25Weight * Math.max(bm25, words.floor);
      return { id, score, plain: cosine + bm25Weight * bm25 };
    })
    .sort((a, b) => b.score - a.score || b.plain - a.plain || (a.id < b.id ? -1 : 1))
    .map(({ id, score }) => ({ id, score }));
}

/** Rank from which on the hits of a list count the same; the least number of candidates of `hybrid` (003 §4.2). */
const FLOOR_RANK = 50;

/** @param least what a hit has that is not in the list */
function scoresOf(hits: readonly Hit[], least: number) {
  const of = new Map(hits.map(({ chunk, score }) => [chunk.id, score]));
  return { of, least, floor: hits[FLOOR_RANK - 1]?.score ?? least };
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
