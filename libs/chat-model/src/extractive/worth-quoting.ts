import { isProse } from './lines';
import type { ReadItem } from './read-item';

/** Maximum number of quoted items. */
export const MOST_ITEMS = 6;
/** Minimum score of a quoted item, relative to the best one. */
const NEAR_BEST = 0.45;
/** Share of the question from which its best item may be the whole answer, and items that are quoted otherwise. */
const COVERED = 0.8;
const FEW = 3;
/** An item with less than this share of the score of the one before it ends the list, and so do all after it. */
const FALL = 0.6;

/**
 * The items that an answer quotes, best first: of code, those before the first sharp fall of the score, and what they
 * lead to. Of prose, all that are near the best one, because its passages answer together, and so do the members of a
 * thing that the question names. What was requested first is among them, because something in the evidence leads to it.
 * @param isOfNamed true for a member of what the question names
 * @param scoreOf the score of an item that others are compared with
 */
export function worthQuoting(
  items: readonly ReadItem[],
  isOfNamed: (item: ReadItem) => boolean = () => false,
  scoreOf: (item: ReadItem) => number = ({ score }) => score,
): readonly ReadItem[] {
  const [first] = items;
  const best = first ? scoreOf(first) : 0;
  const isCode = first !== undefined && !isProse(first.evidence);
  const fall = items.findIndex((item, at) => {
    const before = items[at - 1];
    return isCode && before !== undefined && item.score < FALL * scoreOf(before);
  });
  const few = isCode && first.coverage < COVERED ? FEW : 0;
  const near = items
    .filter((item, at) => fall < 0 || at < fall || at < few || item.linked || isOfNamed(item))
    .filter((item, at) => at < few || item.score >= NEAR_BEST * best);
  return withRequested(near, items);
}

/** The items to quote, as many as an answer has, with what was requested first in the last place if it is not there. */
export function withRequested(chosen: readonly ReadItem[], items: readonly ReadItem[]): readonly ReadItem[] {
  const near = chosen.slice(0, MOST_ITEMS);
  const asked = firstRequested(items);
  if (asked === undefined || near.includes(asked)) return near;
  return [...near.slice(0, MOST_ITEMS - 1), asked];
}

/** What was requested first. It is nearest to the question: a later request may come from what it found. */
export function firstRequested(items: readonly ReadItem[]): ReadItem | undefined {
  const requested = items.filter((item) => item.requested).sort((a, b) => a.evidence.n - b.evidence.n);
  return requested.find(({ evidence }) => evidence.pass > 1) ?? requested[0];
}
