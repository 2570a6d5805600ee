import { Fault } from '@quarry/turn';
import type { HopObserver } from './hop-observer';
import { HopRunner } from './hop-runner';
import { open, pipeline, play, step, type Run } from './testing/play';

const ONE = pipeline([step('a', 'one', {}, { end: true })]);
const TWO = pipeline([
  step('a', 'one', { ok: 'b' }),
  step('b', 'one', { ok: 'c' }),
  step('c', 'two', {}, { end: true }),
]);

function tally(): HopObserver & { readonly seen: string[]; readonly times: (number | null)[] } {
  const seen: string[] = [];
  const times: (number | null)[] = [];
  return {
    seen,
    times,
    hopWaited: () => undefined,
    hopSkippedQueue: () => undefined,
    hopEnded: (service, outcome, ms) => {
      seen.push(`${service} ${outcome}`);
      times.push(ms);
    },
    stepEnded: (service, action, ms) => {
      seen.push(`${service}.${action}`);
      times.push(ms);
    },
  };
}

const ok: Run = () => ({ outcome: 'ok' });

describe('an observer of hops', () => {
  it('receives each step and each hop, with their times', async () => {
    const observer = tally();
    await play(TWO, { a: ok, b: ok, c: ok }, { observer });
    expect(observer.seen).toEqual(['one.a', 'one.b', 'one committed', 'two.c', 'two committed']);
    expect(observer.times.every((ms) => ms !== null && ms >= 0)).toBe(true);
  });

  it('receives a hop that ended its turn failed, and the step that threw', async () => {
    const observer = tally();
    const refuse: Run = () => {
      throw new Fault('bad_request', 'no');
    };
    await play(ONE, { a: refuse }, { observer });
    expect(observer.seen).toEqual(['one.a', 'one failed']);
  });

  it('receives a hop that will be delivered again', async () => {
    const observer = tally();
    let tries = 0;
    const second: Run = () => {
      if (++tries === 1) throw new Error('bad luck');
      return { outcome: 'ok' };
    };
    await play(ONE, { a: second }, { observer });
    expect(observer.seen).toEqual(['one.a', 'one retried', 'one.a', 'one committed']);
  });

  it('receives a hop that lost its turn', async () => {
    const observer = tally();
    const cancelled: Run = async (turn) => {
      await open[0]?.cancel(turn.id);
      return { outcome: 'ok' };
    };
    await play(ONE, { a: cancelled }, { observer });
    expect(observer.seen).toEqual(['one.a', 'one superseded']);
  });

  it('receives a job with nothing to do, which took no time', async () => {
    await play(ONE, { a: ok });
    const observer = tally();
    const [carrier] = open;
    if (carrier) await new HopRunner('one', carrier, new Map(), observer).run({ t: 't1', v: 0 });
    expect(observer).toMatchObject({ seen: ['one skipped'], times: [null] });
  });
});
