import * as fc from 'fast-check';
import { batches } from './batches';

describe('batches', () => {
  it('keeps the order of items, and exceeds the limit only for a single heavy item', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(9)), fc.integer({ min: 1, max: 12 }), (items, most) => {
        const groups = [...batches(items, most, (item) => item)];
        expect(groups.flat()).toEqual(items);
        for (const group of groups) {
          expect(group.length).toBeGreaterThan(0);
          expect(group.length === 1 || group.reduce((sum, item) => sum + item, 0) <= most).toBe(true);
        }
      }),
    );
  });

  it('counts items by default', () => {
    expect([...batches(['a', 'b', 'c'], 2)]).toEqual([['a', 'b'], ['c']]);
    expect([...batches([], 2)]).toEqual([]);
  });
});
