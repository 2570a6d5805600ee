import type { PaidCall } from './turn';

/** What calls cost together; null where one of them has no price. */
export function costOf(calls: readonly PaidCall[]): number | null {
  let sum = 0;
  for (const { cost } of calls) {
    if (cost === null) return null;
    sum += cost;
  }
  // Prices are for a million tokens: what is beyond is noise of adding.
  return Number(sum.toFixed(9));
}
