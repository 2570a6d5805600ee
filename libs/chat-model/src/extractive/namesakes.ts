import type { ReadItem } from './read-item';
import { simpleName } from './terms';

/** What the first, the second and each further function of one name keep of their scores. */
const KEPT = { first: 1, second: 0.85, further: 0.45 } as const;

/**
 * The items, best first, with functions of one name behind others that are nearly as good: five implementations of
 * `verify` say the same, and would take the places of the function that calls them.
 */
export function namesakesLater(items: readonly ReadItem[]): readonly ReadItem[] {
  const seen = new Map<string, number>();
  return items
    .map((item) => {
      const { symbol } = item.evidence;
      if (symbol === undefined) return item;
      const name = simpleName(symbol);
      const before = seen.get(name) ?? 0;
      seen.set(name, before + 1);
      const kept = before === 0 ? KEPT.first : before === 1 ? KEPT.second : KEPT.further;
      return { ...item, score: item.score * kept };
    })
    .sort((a, b) => b.score - a.score || a.evidence.n - b.evidence.n);
}
