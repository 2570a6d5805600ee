/** The `rank`-th largest of the values, from 1. NaN is skipped; -Infinity if there are fewer values. */
export function largest(values: Float32Array | Float64Array, rank: number): number {
  // A min-heap of the largest values so far.
  const heap = new Float64Array(rank).fill(-Infinity);
  for (let at = 0; at < values.length; at++) {
    const value = values[at]!;
    if (value > heap[0]!) sink(heap, value);
  }
  return heap[0] ?? -Infinity;
}

/** Replaces the smallest value. */
function sink(heap: Float64Array, value: number): void {
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && heap[child + 1]! < heap[child]!) child++;
    if (heap[child]! >= value) break;
    heap[at] = heap[child]!;
    at = child;
  }
  heap[at] = value;
}
