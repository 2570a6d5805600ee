import * as fc from 'fast-check';
import { largest } from './largest';

it('finds the value that sorting finds, and skips NaN', () => {
  const values = fc.float64Array({ maxLength: 40, noDefaultInfinity: true });
  fc.assert(
    fc.property(values, fc.integer({ min: 1, max: 50 }), (list, rank) => {
      const sorted = [...list].filter((value) => !Number.isNaN(value)).sort((a, b) => b - a);
      expect(largest(list, rank) + 0).toBe((sorted[rank - 1] ?? -Infinity) + 0);
    }),
  );
});
