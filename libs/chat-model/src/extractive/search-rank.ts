import type { ReadItem } from './read-item';

/** What the first hit of the search gains, as a share of the best score; the second gains two thirds of it. */
const FIRST_HIT = 0.35;

/**
 * The items with the rank of the search in their scores, best first. The rank also measures similarity of meaning, so
 * it finds what the words of an item miss, and the words find what it misses. If the question names a type as code
 * does, the search ranks its members by how often they state that name: then the order stays.
 */
export function withSearchRank(items: readonly ReadItem[]): readonly ReadItem[] {
  if (items.some(({ ofNamed }) => ofNamed)) return items;
  const best = Math.max(0, ...items.map(({ score }) => score));
  return items
    .map((item) => ({ ...item, score: item.score + (best * FIRST_HIT * 2) / (1 + item.evidence.n) }))
    .sort((a, b) => b.score - a.score || a.evidence.n - b.evidence.n);
}
