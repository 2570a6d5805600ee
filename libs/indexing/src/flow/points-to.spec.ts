import { PointsTo } from './points-to';

describe('PointsTo', () => {
  it('copies values along assignments in a circle, whenever they are stated', () => {
    const points = new PointsTo(1_000);
    const [a, b, c] = [points.slot(), points.slot(), points.slot()];
    points.copy(b, a);
    points.put(a, 7);
    points.copy(c, b);
    points.copy(a, c);
    points.put(c, 8);
    expect(points.settle()).toBe(true);
    expect([a, b, c].map((slot) => [...points.of(slot)].toSorted())).toEqual([
      [7, 8],
      [7, 8],
      [7, 8],
    ]);
  });

  it('gives each value to every watcher of the slot', () => {
    const points = new PointsTo(1_000);
    const [a, b] = [points.slot(), points.slot()];
    const seen = new Set<number>();
    points.put(a, 1);
    points.watch(b, (value) => seen.add(value));
    points.copy(b, a);
    points.put(a, 2);
    points.settle();
    expect(seen).toEqual(new Set([1, 2]));
  });

  it('keeps few values of a slot, and knows that there were more', () => {
    const points = new PointsTo(1_000);
    const a = points.slot();
    for (let value = 0; value < 16; value++) points.put(a, value);
    expect([points.of(a).length, points.isFull(a)]).toEqual([16, false]);
    points.put(a, 99);
    expect([points.of(a).length, points.isFull(a)]).toEqual([16, true]);
  });

  it('stops after its number of steps', () => {
    const points = new PointsTo(5);
    const slots = Array.from({ length: 20 }, () => points.slot());
    slots.forEach((slot, i) => points.copy(slots[i + 1] ?? slot, slot));
    points.put(slots[0]!, 1);
    expect(points.settle()).toBe(false);
  });
});
