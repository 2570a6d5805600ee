import { Alone } from './alone';

/** Resolves when all effects of the previous calls have happened. */
const settled = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

describe('hops that must run alone', () => {
  it('run one after another, and do not wait for each other', async () => {
    const alone = new Alone();
    const trail: string[] = [];
    for (const job of ['other', 'first', 'second']) alone.has(job);
    for (const job of ['first', 'second']) void alone.enter(job).then(() => trail.push(job));
    void alone.open().then(() => trail.push('open'));
    await settled();
    expect([alone.isClosed, trail]).toEqual([true, []]);
    alone.done('other');
    await settled();
    expect(trail).toEqual(['first']);
    alone.done('first');
    await settled();
    expect([alone.isClosed, trail]).toEqual([true, ['first', 'second']]);
    alone.done('second');
    await settled();
    expect([alone.isClosed, trail]).toEqual([false, ['first', 'second', 'open']]);
  });

  it('keep the process from taking more as soon as they arrive, before they ask to run', async () => {
    const alone = new Alone();
    alone.has('lone', true);
    expect(alone.isClosed).toBe(true);
    await alone.enter('lone');
    alone.done('lone');
    expect(alone.isClosed).toBe(false);
    alone.has('refused', true);
    alone.done('refused');
    expect(alone.isClosed).toBe(false);
  });

  it('that are delivered here twice run one after the other, and do not wait forever', async () => {
    const alone = new Alone();
    const trail: string[] = [];
    for (const delivery of ['first', 'second']) {
      alone.has('lone', true);
      void alone.enter('lone').then(() => trail.push(delivery));
    }
    await settled();
    expect(trail).toEqual(['first']);
    alone.done('lone');
    await settled();
    expect([trail, alone.isClosed]).toEqual([['first', 'second'], true]);
    alone.done('lone');
    expect(alone.isClosed).toBe(false);
  });

  it('wait for a take in progress, and for its job', async () => {
    const alone = new Alone();
    let answer = (): void => undefined;
    const take = alone.during(
      new Promise<void>((resolve) => (answer = resolve)).then(() => alone.has('late')),
    );
    alone.has('lone');
    let runs = false;
    void alone.enter('lone').then(() => (runs = true));
    await settled();
    expect(runs).toBe(false);
    answer();
    await take;
    await settled();
    expect(runs).toBe(false);
    alone.done('late');
    await settled();
    expect(runs).toBe(true);
  });
});
