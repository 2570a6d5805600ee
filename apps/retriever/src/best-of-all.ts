import type { RankedHit } from '@quarry/retrieval';

/** Constant of reciprocal rank fusion (Cormack et al. 2009). */
const RRF_K = 60;

/**
 * The lists of several queries, reduced to the `most` chunks that rank best in all of them together (reciprocal rank
 * fusion). A kept chunk stays in every list that has it.
 *
 * @example bestOfAll([[a, b], [b, c]], 1) // [[b], [b]]
 */
export function bestOfAll(
  lists: readonly (readonly RankedHit[])[],
  most: number,
): readonly (readonly RankedHit[])[] {
  const scores = new Map<string, number>();
  for (const list of lists)
    list.forEach(({ chunk: { id } }, at) => scores.set(id, (scores.get(id) ?? 0) + 1 / (RRF_K + at + 1)));
  const best = [...scores].sort(([, a], [, b]) => b - a).slice(0, most);
  const kept = new Set(best.map(([id]) => id));
  return lists.map((list) => list.filter(({ chunk }) => kept.has(chunk.id)));
}
