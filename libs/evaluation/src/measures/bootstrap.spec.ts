import fc from 'fast-check';
import { interval, mean } from './bootstrap';

describe('the bootstrap interval', () => {
  it('contains the mean, is deterministic, and is a point if all differences are equal', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 2, maxLength: 30 }),
        (values) => {
          const [low, high] = interval(values);
          expect(low).toBeLessThanOrEqual(high);
          expect(interval(values)).toEqual([low, high]);
          expect(low).toBeGreaterThanOrEqual(Math.min(...values) - 1e-9);
          expect(high).toBeLessThanOrEqual(Math.max(...values) + 1e-9);
        },
      ),
      { numRuns: 30 },
    );
    expect(interval([0.25, 0.25, 0.25])).toEqual([0.25, 0.25]);
    const mixed = Array.from({ length: 100 }, (_, at) => (at % 2 === 0 ? 1 : 0));
    const [low, high] = interval(mixed);
    expect(low).toBeGreaterThan(0.35);
    expect(low).toBeLessThan(mean(mixed));
    expect(high).toBeLessThan(0.65);
  });
});
