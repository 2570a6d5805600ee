import { TestClock } from '@quarry/turn/testing';
import { Remembered } from './remembered';

describe('Remembered', () => {
  it('reads once within the time to live, counted from the start of the read, and again afterwards', async () => {
    const clock = TestClock.stopped();
    let reads = 0;
    const remembered = new Remembered<number>(100, 10, clock);
    const read = async () => (reads += 1);
    expect(await remembered.get('a', read)).toBe(1);
    clock.pass(99);
    expect(await remembered.get('a', read)).toBe(1);
    clock.pass(1);
    expect(await remembered.get('a', read)).toBe(2);
    expect(await remembered.get('b', read)).toBe(3);
  });

  it('reads again if the clock was set back', async () => {
    const clock = TestClock.stopped(5_000);
    const remembered = new Remembered<string>(100, 10, clock);
    await remembered.get('a', async () => 'first');
    clock.pass(-1);
    expect(await remembered.get('a', async () => 'again')).toBe('again');
  });

  it('does not cache a failure', async () => {
    const remembered = new Remembered<number>(100, 10, TestClock.stopped());
    await expect(remembered.get('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(await remembered.get('a', async () => 1)).toBe(1);
  });

  it('evicts the oldest value beyond its capacity', async () => {
    const remembered = new Remembered<string>(1_000, 2, TestClock.stopped());
    for (const key of ['a', 'b', 'c']) await remembered.get(key, async () => `first ${key}`);
    expect(await remembered.get('c', async () => 'again')).toBe('first c');
    expect(await remembered.get('a', async () => 'again')).toBe('again');
  });
});
