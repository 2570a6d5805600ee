import { testWeightOf } from './item-weight';
import { isProse } from './lines';
import type { ReadItem } from './read-item';

/** How many times the share of the question, compared with the first quotation, makes the best hit come before it. */
const CLEARLY_MORE = 1.25;

/**
 * The items of an answer about behavior, with the best hit of the first search in front if it contains clearly more of
 * the question than the item that would be quoted first: a short function that is about one word of the question has a
 * higher share of matching lines than a long one that is about all of them.
 */
export function bestHitFirst(question: string, items: readonly ReadItem[]): readonly ReadItem[] {
  const [first] = items;
  const best = items.find(({ evidence }) => evidence.n === 1);
  if (!first || !best || best === first || isProse(best.evidence)) return items;
  // A test repeats the words of what it tests.
  if (testWeightOf(question, best.evidence) < testWeightOf(question, first.evidence)) return items;
  if (best.coverage < CLEARLY_MORE * first.coverage) return items;
  return [best, ...items.filter((item) => item !== best)];
}
