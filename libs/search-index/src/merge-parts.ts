import type { Hit, PartHit } from './port';

/**
 * The best `limit` hits of several lists whose scores are comparable, best first, ties by the place of the list, then
 * in the order of the list.
 */
export function mergeParts(lists: readonly (readonly Hit[])[], limit: number): readonly PartHit[] {
  return lists
    .flatMap((hits, part) => hits.map((hit): PartHit => ({ ...hit, part })))
    .sort((a, b) => b.score - a.score || a.part - b.part)
    .slice(0, limit);
}
