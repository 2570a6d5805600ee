import { isProse } from './lines';
import type { ReadItem } from './read-item';

/** Maximum number of quoted items, and the minimum score relative to the best one. */
const MOST_ITEMS = 6;
const NEAR_BEST = 0.45;
/** An item with less than this share of the score of the one before it ends the list, and so do all after it. */
const FALL = 0.6;

/**
 * The items that an answer quotes, best first: of code, those before the first sharp fall of the score, and what they
 * lead to. Of prose, all that are near the best one, because its passages answer together, and so do the members of a
 * thing that the question names. What was requested is among them, because something in the evidence leads to it.
 * @param isOfNamed true for a member of what the question names
 */
export function worthQuoting(
  items: readonly ReadItem[],
  isOfNamed: (item: ReadItem) => boolean = () => false,
): readonly ReadItem[] {
  const best = items[0]?.score ?? 0;
  const isCode = items[0] !== undefined && !isProse(items[0].evidence);
  const fall = items.findIndex(
    (item, at) => isCode && at > 0 && item.score < FALL * (items[at - 1]?.score ?? 0),
  );
  const near = items
    .filter((item, at) => fall < 0 || at < fall || item.linked || isOfNamed(item))
    .filter((item) => item.score >= NEAR_BEST * best)
    .slice(0, MOST_ITEMS);
  const requested = items.find((item) => item.requested);
  if (requested === undefined || near.some((item) => item.requested)) return near;
  return [...near.slice(0, MOST_ITEMS - 1), requested];
}
