/** The median of the values; NaN for an empty list. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/**
 * The quantile `q` (0 to 1) of the values, interpolated linearly; NaN for an empty list.
 * @example quantile([1, 2, 3, 4], 0.5) // 2.5
 */
export function quantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const at = q * (sorted.length - 1);
  const low = sorted[Math.floor(at)] ?? NaN;
  const high = sorted[Math.ceil(at)] ?? NaN;
  return low + (high - low) * (at - Math.floor(at));
}
