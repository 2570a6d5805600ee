import type { Hit } from './port';

/** How a vector list and a keyword list are fused. */
export interface Fusion {
  /** `score`: {@link fuseByScore}. `rrf`: {@link rrf}. */
  readonly method: 'score' | 'rrf';
  /** For `score`: the weight of one point of BM25 relative to a cosine of 1, ≥ 0. */
  readonly bm25Weight: number;
  /**
   * For `score`: the most that words of the query that stand together in a text add to its score, ≥ 0. 0: texts are not
   * read.
   */
  readonly phraseWeight: number;
  /** Whether the first hits of a question about what code does are put in a learnt order. */
  readonly codeOrder: boolean;
  /** For `rrf`: constant of the formula, > 0. */
  readonly rrfK: number;
}

/**
 * The default of a pipeline. The weight was measured with MiniLM (docs/benchmarks.md): on eight sets, .012 to .015 is
 * the best value or close to it. An embedding model whose cosines are more or less spread out may need another weight.
 */
export const DEFAULT_FUSION: Fusion = {
  method: 'score',
  bm25Weight: 0.015,
  phraseWeight: 0.3,
  codeOrder: true,
  rrfK: 60,
};

/** The vector hits and the keyword hits of one query, each best first, and the number of hits requested per list. */
export interface Candidates {
  readonly dense: readonly Hit[];
  readonly sparse: readonly Hit[];
  readonly requested: number;
}

/**
 * Fuses both lists into one, best first, ties by chunk id. It is a pure function, so that every store ranks the same.
 */
export function fuse({ dense, sparse, requested }: Candidates, fusion: Fusion): Fused[] {
  if (fusion.method === 'score') return fuseByScore({ dense, sparse, requested }, fusion.bm25Weight);
  const ids = [dense, sparse].map((hits) => hits.map(({ chunk }) => chunk.id));
  return rrf(ids, { k: fusion.rrfK });
}

/**
 * Linear combination of the scores: `cosine + bm25Weight · BM25` (Bruch, Gai, Ingber: An Analysis of Fusion Functions
 * for Hybrid Retrieval, TOIS 2023). Scores are not normalized per query. BM25 is a sum over the rare words that
 * matched, so a query with few matches relies on the vectors, and a query whose rare words all occur in one passage
 * relies on the words. Ranks (RRF) do not make this distinction, and score below BM25 alone if the vectors are weak.
 *
 * In each list, no hit counts less than the hit at rank {@link FLOOR_RANK}. Further down, scores are noise, and a hit
 * that is missing from the list is no worse than the hits there. So the first hits do not depend on the number of
 * candidates. If the keyword list is shorter than requested, a hit that is missing from it contains none of the words
 * and scores 0 there. Equal sums are ordered by the original scores, then by id.
 *
 * @example
 * fuseByScore({ dense, sparse, requested: 50 }, DEFAULT_FUSION.bm25Weight); // e.g. [{ id: 'a', score: 0.98 }]
 */
export function fuseByScore({ dense, sparse, requested }: Candidates, bm25Weight: number): Fused[] {
  const meaning = scoresOf(dense, dense.at(-1)?.score ?? 0);
  const words = scoresOf(sparse, sparse.length < requested ? 0 : (sparse.at(-1)?.score ?? 0));
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

/** All hits of a list below this rank count the same; also the minimum number of candidates of `hybrid` (003 §4.2). */
const FLOOR_RANK = 50;

/** @param least the score of a hit that is missing from the list */
function scoresOf(hits: readonly Hit[], least: number) {
  const of = new Map(hits.map(({ chunk, score }) => [chunk.id, score]));
  return { of, least, floor: hits[FLOOR_RANK - 1]?.score ?? least };
}

/** Options of {@link rrf}. */
export interface RrfOptions {
  /**
   * Constant of the formula, > 0: the larger, the smaller the lead of the first ranks. 60 by default, as in the paper.
   */
  readonly k?: number;
  /** One weight per list, in order, ≥ 0. Defaults to 1. */
  readonly weights?: readonly number[];
  /** Maximum number of ids; all by default. */
  readonly limit?: number;
}

export interface Fused {
  readonly id: string;
  /** The value that orders the ids; comparable within one list only. */
  readonly score: number;
}

/**
 * Reciprocal rank fusion of ranked lists of ids, best first, ties by id: `score(id) = Σ weight / (k + rank)`, rank from
 * 1. An id that is repeated within a list counts at its first rank.
 *
 * Cormack, Clarke, Büttcher: Reciprocal Rank Fusion outperforms Condorcet and individual Rank Learning Methods, SIGIR
 * 2009.
 *
 * @example
 * rrf([['a', 'b'], ['b', 'c']]).map(({ id }) => id); // ['b', 'a', 'c']
 */
export function rrf(lists: readonly (readonly string[])[], options: RrfOptions = {}): Fused[] {
  const { k = 60, weights = [], limit = Infinity } = options;
  const scores = new Map<string, number>();
  lists.forEach((list, i) => {
    const weight = weights[i] ?? 1;
    // A set keeps the first occurrence of an id; the ranks of the others remain those in the list.
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
