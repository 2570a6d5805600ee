import { RETRY_AFTER, retryAfter } from './schedule';

describe('retryAfter', () => {
  it('waits longer from attempt to attempt, eighteen hours in all, then gives up', () => {
    const waits = RETRY_AFTER.map((_, at) => retryAfter(at + 1, () => 0) ?? 0);
    expect(waits).toEqual([...waits].sort((a, b) => a - b));
    const hours = waits.reduce((sum, wait) => sum + wait, 0) / 3_600_000;
    expect(hours).toBeGreaterThan(17);
    expect(hours).toBeLessThan(19);
    expect(retryAfter(RETRY_AFTER.length + 1)).toBeNull();
  });

  it('is up to a tenth longer by chance', () => {
    expect(retryAfter(3, () => 0.999)).toBeLessThanOrEqual(1.1 * (RETRY_AFTER[2] ?? 0));
    expect(retryAfter(3, () => 0.999)).toBeGreaterThan(RETRY_AFTER[2] ?? 0);
  });
});
