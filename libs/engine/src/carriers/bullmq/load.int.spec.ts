import { setTimeout as sleep } from 'node:timers/promises';
import { Load } from './load';

describe('Load', () => {
  it('is busy after a time of work, and idle after a time without', async () => {
    const load = new Load();
    expect([load.isBusy, load.isIdle]).toEqual([false, true]);
    await sleep(1);
    load.look();
    const until = performance.now() + 50;
    while (performance.now() < until);
    load.look();
    expect([load.isBusy, load.isIdle]).toEqual([true, false]);
    // A machine with other work may need several looks.
    while (!load.isIdle) {
      await sleep(50);
      load.look();
    }
    expect(load.isBusy).toBe(false);
  });
});
