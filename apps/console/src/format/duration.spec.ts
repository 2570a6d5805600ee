import { ago, milliseconds } from './duration';

describe('times, human-readable', () => {
  it.each([
    [0, '0 ms'],
    [999, '999 ms'],
    [1_240, '1.24 s'],
    [42_000, '42.0 s'],
    [125_000, '2 min 05 s'],
    [3_900_000, '1 h 05 min'],
    [90_000_000, '1 d 1 h'],
  ])('%d ms is %s', (ms, text) => {
    expect(milliseconds(ms)).toBe(text);
  });

  it.each([
    [10, 'just now'],
    [60, '1 min ago'],
    [3_600 * 5, '5 h ago'],
  ])('%d s before is %s', (seconds, text) => {
    const now = new Date('2026-11-22T12:00:00Z');
    expect(ago(new Date(now.getTime() - seconds * 1_000), now)).toBe(text);
  });
});
