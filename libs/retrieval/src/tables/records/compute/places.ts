import type { Meaning } from '../meaning';

/**
 * What is at the places of an order: from the largest, or from the smallest. What has the same value as the last one is
 * at its place, too.
 * @param sorted from the largest to the smallest
 */
export function placed<T extends { readonly value: string }>(
  sorted: readonly T[],
  { end, from, count }: NonNullable<Meaning['order']>,
): readonly T[] {
  const inOrder = end === 'max' ? sorted : sorted.toReversed();
  const [first, last] = [inOrder[from - 1], inOrder[Math.min(inOrder.length, from + count - 1) - 1]];
  if (!first || !last) return [];
  const [low, high] = [Number(first.value), Number(last.value)].toSorted((a, b) => a - b) as [number, number];
  return inOrder.filter(({ value }) => Number(value) >= low && Number(value) <= high);
}
