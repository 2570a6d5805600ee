import * as fc from 'fast-check';
import { Largest } from './largest';

it('keeps the largest values, and knows the smallest of them', () => {
  const values = fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { maxLength: 40 });
  fc.assert(
    fc.property(values, fc.integer({ min: 1, max: 50 }), (list, rank) => {
      const kept = new Largest(rank);
      for (const value of list) if (value > kept.least) kept.add(value);
      const sorted = list.toSorted((a, b) => b - a);
      expect(kept.least + 0).toBe((sorted[rank - 1] ?? -Infinity) + 0);
    }),
  );
});
