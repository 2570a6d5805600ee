/**
 * Splits items into consecutive groups whose weights add up to at most `most`, or that are one heavier item. The
 * default weight is 1.
 *
 * @example
 * [...batches([1, 2, 3, 4, 5], 2)]; // [[1, 2], [3, 4], [5]]
 */
export function* batches<Item>(
  items: readonly Item[],
  most: number,
  weigh: (item: Item) => number = () => 1,
): Generator<readonly Item[]> {
  let batch: Item[] = [];
  let weight = 0;
  for (const item of items) {
    const more = weigh(item);
    if (batch.length > 0 && weight + more > most) {
      yield batch;
      batch = [];
      weight = 0;
    }
    batch.push(item);
    weight += more;
  }
  if (batch.length > 0) yield batch;
}
