/** Names of units, alone or joined: `millions_usd`, `USD thousand`, `in millions`, `$m`, `EURbn`, `'000`. */
const POWERS: readonly (readonly [power: number, name: RegExp])[] = [
  [12, /(?<![a-z])(?:trillions?|tn|trn)(?![a-z])/],
  [9, /(?<![a-z])(?:billions?|bn|bln|b)(?![a-z])/],
  [7, /(?<![a-z])crores?(?![a-z])/],
  [6, /(?<![a-z])(?:millions?|mio|mln|mn|mm|m)(?![a-z])/],
  [5, /(?<![a-z])(?:lakhs?|lacs?)(?![a-z])/],
  [3, /(?<![a-z])(?:thousands?|k|ths?)(?![a-z])|(?<![\d.])0{3}s?(?!\d)/],
];
const MONEY = /usd|eur|gbp|jpy|chf|cad|aud|inr|[$€£¥₹]/g;

/** Maximum number of characters of a unit that are read. */
const LONGEST = 60;

/**
 * Power of ten of a unit's name: 6 for `millions_usd`, 0 if it names none. Meters (`m` alone) are not millions.
 *
 * @example
 * scaleOf('USD thousand'); // 3
 */
export function scaleOf(unit: string | undefined): number {
  const name = (unit ?? '').slice(0, LONGEST).toLowerCase();
  if (name === 'm' || name === 'b' || name === 'mm') return 0;
  // `USDm`, `bnEUR`: a currency ends a word.
  const words = name.replace(MONEY, ' ').replace(/_/g, ' ');
  return POWERS.find(([, pattern]) => pattern.test(words))?.[0] ?? 0;
}

/** True for units of shares: `percent`, `%`, `pct`, `percentage points`. */
export function isShare(unit: string | undefined): boolean {
  return /%|(?<![a-z])(?:percent|percentage|pct|per cent)(?![a-z])/.test(
    (unit ?? '').slice(0, LONGEST).toLowerCase(),
  );
}
