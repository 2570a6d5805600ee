import { isPage } from './lines';
import type { ReadItem } from './read-item';

/** Items that decide whether a question is about pages. */
const TELLING = 6;
/** Passages of pages in an answer: of 24 questions about documentation, none was answered by a later one. */
const MOST = 4;
/**
 * What the words of an item are worth against its place in the search, which also knows its meaning. Learnt by pairwise
 * logistic regression on 60 questions about the documentation of six projects, each question with the same weight. For
 * each project with the weight learnt on the others, the place that answers was first for 37 questions and among the
 * first three for 53; by words alone for 30 and 45, by the search alone for 35 and 49.
 */
const WORDS = 5.1;

/**
 * Whether most of the best items are from pages of a folder, and none is a definition: pages with code, and the
 * documents of a corpus, are ranked otherwise.
 */
export function areOfPages(items: readonly ReadItem[]): boolean {
  const best = items.slice(0, TELLING);
  if (best.some(({ evidence }) => evidence.symbol !== undefined)) return false;
  return best.filter(({ evidence }) => isPage(evidence)).length * 2 > best.length;
}

/** The passages of pages that an answer quotes, best first. */
export function rankedPages(items: readonly ReadItem[]): readonly ReadItem[] {
  // A page that defines a word of the question, or states a value of it, is not therefore the one that answers it.
  const worth = ({ score, focused, evidence }: ReadItem): number =>
    WORDS * (score - focused) - Math.log(evidence.n);
  return items.toSorted((a, b) => worth(b) - worth(a) || a.evidence.n - b.evidence.n).slice(0, MOST);
}
