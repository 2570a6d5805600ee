/** The `rank` largest of some values, `rank` ≥ 1. */
export class Largest {
  /** A min-heap. */
  private readonly heap: Float64Array;
  /** The smallest of them; -Infinity while there are fewer. */
  least = -Infinity;

  constructor(rank: number) {
    this.heap = new Float64Array(rank).fill(-Infinity);
  }

  /** Replaces the smallest one, which must be smaller. */
  add(value: number): void {
    const { heap } = this;
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
    this.least = heap[0]!;
  }
}
