import type { ReadItem } from './read-item';

/** What the first hit of the search gains, as a share of the best score; the second gains two thirds of it. */
const FIRST_HIT = 0.35;
/** What an item gains for each time that its lines are e times as many, as a share of the best score. */
const OF_LENGTH = 0.15;
/** Lines from which more of them gain nothing. */
const LONG = 60;

/**
 * The items with the rank of the search and their length in their scores, best first. The rank also measures similarity
 * of meaning, so it finds what the words of an item miss, and the words find what it misses. A function of two lines
 * has a higher share of matching lines than the one that does what is asked about. If the question names a type as code
 * does, the search ranks its members by how often they state that name: then the order stays.
 */
export function withSearchRank(items: readonly ReadItem[]): readonly ReadItem[] {
  if (items.some(({ ofNamed }) => ofNamed)) return items;
  const best = Math.max(0, ...items.map(({ score }) => score));
  const gainOf = ({ evidence, lines }: ReadItem): number => {
    const own = lines.filter(({ kind }) => kind !== 'noise').length;
    return (FIRST_HIT * 2) / (1 + evidence.n) + OF_LENGTH * Math.log(Math.min(LONG, 1 + own));
  };
  return items
    .map((item) => ({ ...item, score: item.score + best * gainOf(item) }))
    .sort((a, b) => b.score - a.score || a.evidence.n - b.evidence.n);
}
