import { closest, distance } from 'fastest-levenshtein';

/** `, did you mean 'x'?` for a near miss, else nothing. */
export function nearest(wanted: string, known: readonly string[]): string {
  if (known.length === 0) return '';
  const best = closest(wanted, known);
  return distance(wanted, best) <= Math.max(2, Math.floor(best.length / 3))
    ? `, did you mean '${best}'?`
    : '';
}
