/** How ranked lists are fused. */
export interface FusionOptions {
  /** Constant of the formula, > 0: the larger, the less the first ranks stand out. 60 by default, as in the paper. */
  readonly k?: number;
  /** One weight for each list, in order, ≥ 0; a list without one counts 1. */
  readonly weights?: readonly number[];
  /** Most ids returned; all by default. */
  readonly limit?: number;
}

export interface Fused {
  readonly id: string;
  /** Sum of `weight / (k + rank)` over the lists that hold the id. */
  readonly score: number;
}

/**
 * Reciprocal rank fusion of ranked lists of ids, best first, ties by id: `score(id) = Σ weight / (k + rank)`, rank from 1.
 * An id repeated within a list counts where it stands first. A pure function, so that it is the same on every store.
 *
 * Cormack, Clarke, Büttcher: Reciprocal Rank Fusion outperforms Condorcet and individual Rank Learning Methods, SIGIR 2009.
 */
export function rrf(lists: readonly (readonly string[])[], options: FusionOptions = {}): Fused[] {
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
  return [...scores]
    .map(([id, score]) => ({ id, score }))
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
    .slice(0, Math.max(0, limit));
}
