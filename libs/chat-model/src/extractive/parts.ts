import type { ReadItem } from './read-item';

/** Share of a later part's score from which the first part of a definition comes before it. */
const AS_GOOD = 0.75;

/**
 * The items in order, with the parts of one long definition in the order of the file where they are about as relevant:
 * what it does begins at its head.
 */
export function headFirst<T extends ReadItem>(items: readonly T[]): readonly T[] {
  const order = [...items];
  for (let at = 0; at < order.length; at += 1)
    for (let later = at + 1; later < order.length; later += 1) {
      const [one, other] = [order[at], order[later]];
      if (one && other && isBefore(other, one) && other.score >= AS_GOOD * one.score)
        [order[at], order[later]] = [other, one];
    }
  return order;
}

function isBefore({ evidence: a }: ReadItem, { evidence: b }: ReadItem): boolean {
  const isSame = a.symbol !== undefined && a.symbol === b.symbol && a.path === b.path;
  return isSame && a.startLine < b.startLine && b.startLine <= a.endLine + 1;
}
