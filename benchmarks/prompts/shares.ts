/**
 * The share of a prompt that the next one repeats from its beginning: what a provider with a prompt cache does not
 * compute again.
 * @example commonShare('abcd', 'abxy') // 0.5
 */
export function commonShare(before: string, next: string): number {
  let at = 0;
  while (at < before.length && before[at] === next[at]) at++;
  return before.length === 0 ? 1 : at / before.length;
}

/** @example median([1, 9, 2]) // 2 */
export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length % 2 === 1
    ? (sorted[Math.floor(middle)] ?? NaN)
    : ((sorted[middle - 1] ?? NaN) + (sorted[middle] ?? NaN)) / 2;
}
