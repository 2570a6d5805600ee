import * as fc from 'fast-check';
import { ndcg, overlap } from './ranking';

const items = fc.uniqueArray(fc.constantFrom(...'abcdefghijklmno'), { maxLength: 15 });

describe('ndcg', () => {
  it.each([
    [['a'], ['a', 'x'], 1],
    [['a'], ['x', 'a'], 1 / Math.log2(3)],
    [['a', 'b'], ['x', 'a'], 1 / Math.log2(3) / (1 + 1 / Math.log2(3))],
    [['a'], ['x', 'y'], 0],
    [['a'], ['x', 'x', 'a'], 1 / Math.log2(3)],
    [[], ['x'], 1],
  ])('of %j in %j', (gold, found, wanted) => {
    expect(ndcg(gold, found, 10)).toBeCloseTo(wanted, 12);
  });

  it('is between 0 and 1, and 1 where the relevant ones come first', () => {
    fc.assert(
      fc.property(items, items, fc.integer({ min: 1, max: 12 }), (gold, found, k) => {
        const value = ndcg(gold, found, k);
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(1 + 1e-12);
        expect(ndcg(gold, [...gold, ...found], k)).toBeCloseTo(1, 12);
      }),
    );
  });

  it('sees the first k only', () => {
    expect(ndcg(['c'], ['a', 'b', 'c'], 2)).toBe(0);
  });
});

describe('overlap', () => {
  it('counts what both hold, whatever the order, against the longer list', () => {
    expect(overlap(['a', 'b'], ['b', 'a'])).toBe(1);
    expect(overlap(['a', 'b', 'c', 'd'], ['d'])).toBe(0.25);
    expect(overlap([], ['a'])).toBe(0);
    expect(overlap([], [])).toBe(1);
  });

  it('is symmetric', () => {
    fc.assert(fc.property(items, items, (a, b) => overlap(a, b) === overlap(b, a)));
  });
});
