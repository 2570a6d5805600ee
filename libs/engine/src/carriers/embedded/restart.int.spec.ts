import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipelineRef } from '@quarry/pipeline';
import { TestClock } from '@quarry/turn/testing';
import { pipeline, step } from '../../testing/play';
import { DEFAULT_LIMITS, type Carrier } from '../carrier';
import { hopController, serve } from '../testing/services';
import { aTurn, collect, evidence, mustClaim, target, types } from '../testing/turns';
import { createEmbeddedCarrier } from './embedded-carrier';

const ANSWERED = { outcome: 'answered', reason: 'done' } as const;
const BROKEN = { outcome: 'failed', reason: 'broken', code: 'internal' } as const;

describe('the next process on the same file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quarry-restart-'));
  let made = 0;
  let file: string;
  let carrier: Carrier;
  let clock: TestClock;

  const start = async (): Promise<void> => {
    carrier = createEmbeddedCarrier({ file, clock, closeMs: 0 });
    await carrier.check();
  };
  /** Nothing is written when a process dies, nor when the carrier is closed. */
  const die = async (): Promise<void> => {
    await carrier.close();
    await start();
  };
  beforeEach(async () => {
    file = join(folder, `${made++}`, 'carrier.db');
    clock = TestClock.running();
    await start();
  });
  afterEach(() => carrier.close());
  afterAll(() => rmSync(folder, { recursive: true }));

  test('resumes an accepted turn with what its hops have committed', async () => {
    const turn = aTurn();
    await carrier.start(turn, target('alpha'));
    const { fence } = await mustClaim(carrier, turn.id, 0);
    const found = { patch: { evidence: [evidence(1)] }, next: target('beta'), events: [] };
    await carrier.advance(turn.id, 0, fence, found);
    await die();
    expect(await carrier.read(turn.id)).toMatchObject({
      ...{ v: 1, status: 'running', at: 'beta_step' },
      turn: { question: turn.question, evidence: [{ n: 1 }] },
    });
    expect((await carrier.recent('acme', 10)).map((view) => view.turn.id)).toEqual([turn.id]);
    expect(await carrier.queues(['beta'])).toMatchObject([{ waiting: 1 }]);
    const next = await mustClaim(carrier, turn.id, 1);
    expect(await carrier.advance(turn.id, 1, next.fence, { patch: {}, next: ANSWERED, events: [] })).toBe(
      'ok',
    );
  });

  test('keeps the pipeline with which a turn started, even if its folder has changed', async () => {
    const kept = pipeline([step('alpha_step', 'alpha', {}, { end: true })]);
    await carrier.publish(kept);
    const turn = aTurn({ pipeline: pipelineRef(kept) });
    await carrier.start(turn, target('alpha'));
    await carrier.publish({ ...kept, digest: 'never-asked' });
    await die();
    expect(await carrier.find(turn.pipeline)).toEqual(kept);
    expect(await carrier.find('p@never-asked')).toBeNull();
  });

  test('keeps idempotency keys, dead letters and deletions', async () => {
    const [asked, failed, hidden] = [aTurn(), aTurn(), aTurn()];
    await carrier.start(asked, target('alpha'), 'key');
    for (const { turn, end } of [
      { turn: failed, end: BROKEN },
      { turn: hidden, end: ANSWERED },
    ]) {
      await carrier.start(turn, target('alpha'));
      const { fence } = await mustClaim(carrier, turn.id, 0);
      await carrier.advance(turn.id, 0, fence, { patch: {}, next: end, events: [] });
    }
    await carrier.hide('acme', hidden.id);
    await die();
    expect(await carrier.start(aTurn(), target('alpha'), 'key')).toEqual({
      turnId: asked.id,
      existing: true,
    });
    expect(await carrier.deadLetters(10)).toMatchObject([{ turn: { id: failed.id }, attempts: 1 }]);
    expect(await carrier.read(hidden.id)).toMatchObject({ hidden: true });
    const again = await carrier.retry(failed.id, aTurn(), target('alpha'));
    await die();
    expect(await carrier.deadLetters(10)).toEqual([]);
    expect(await carrier.deadLetter(failed.id)).toMatchObject({ retriedAs: again?.turnId });
  });

  test('hands out an ended turn until it is settled, and deletes it when it expires', async () => {
    const turn = aTurn();
    await carrier.start(turn, target('alpha'));
    const { fence } = await mustClaim(carrier, turn.id, 0);
    await carrier.advance(turn.id, 0, fence, { patch: {}, next: ANSWERED, events: [] });
    await carrier.takeEnded(10, 60_000);
    await die();
    expect(await carrier.takeEnded(10, 60_000)).toEqual([turn.id]);
    expect(types(await collect(carrier.events(turn.id)))).toEqual(['turn.started', 'turn.finished']);
    await carrier.settleEnded(turn.id);
    await die();
    expect(await carrier.takeEnded(10, 60_000)).toEqual([]);
    expect((await carrier.read(turn.id))?.status).toBe('ended');
    await carrier.reap(Date.now() + DEFAULT_LIMITS.endedTtlMs + 60_000);
    await die();
    expect(await carrier.read(turn.id)).toBeNull();
  });

  test('remembers a requested cancellation', async () => {
    const turn = aTurn();
    let begun = (): void => undefined;
    const isBegun = new Promise<void>((resolve) => (begun = resolve));
    const never = new Promise<void>(() => undefined);
    await serve(carrier, [
      hopController('alpha', async ({ t, v }) => {
        await mustClaim(carrier, t, v);
        begun();
        await never;
      }),
    ]);
    await carrier.start(turn, target('alpha'));
    await isBegun;
    const cancelled = carrier.cancel(turn.id);
    // It waits for the hop; the process dies meanwhile.
    const first = carrier;
    carrier = createEmbeddedCarrier({ file });
    await first.close();
    await carrier.check();
    await expect(cancelled).rejects.toThrow('is not open');
    expect(await carrier.claim(turn.id, 0)).toEqual({ kind: 'cancelled' });
  });

  test('does not count the time without a process', async () => {
    const turn = aTurn();
    await carrier.start(turn, target('alpha'));
    await carrier.close();
    clock.pass(3_600_000);
    await start();
    expect(await carrier.claim(turn.id, 0)).toMatchObject({ kind: 'claimed' });
    const moved = (await carrier.read(turn.id))?.turn.deadline ?? 0;
    expect(moved).toBeGreaterThanOrEqual(turn.deadline + 3_600_000);
    await die();
    expect((await carrier.read(turn.id))?.turn.deadline).toBeGreaterThanOrEqual(moved);
  });

  describe('the log', () => {
    test('is emitted once, in order; a reset takes back what was lost with the process', async () => {
      const turn = aTurn();
      await carrier.start(turn, target('alpha'));
      const first = await mustClaim(carrier, turn.id, 0);
      const committed = {
        patch: {},
        next: target('alpha'),
        events: [{ type: 'answer.delta', text: '1' } as const],
      };
      await carrier.advance(turn.id, 0, first.fence, committed);
      const lost = await mustClaim(carrier, turn.id, 1);
      await carrier.emit(turn.id, 1, lost.fence, 1, { type: 'answer.delta', text: 'lost' });
      const seen = await collect(carrier.events(turn.id), 3);
      await die();
      const resumed = collect(carrier.events(turn.id, { after: seen[2]?.id ?? '' }));
      const again = await mustClaim(carrier, turn.id, 1);
      await carrier.emit(turn.id, 1, again.fence, 1, { type: 'answer.delta', text: '2' });
      await carrier.advance(turn.id, 1, again.fence, { patch: {}, next: ANSWERED, events: [] });
      expect(types(await resumed)).toEqual(['reset', 'answer.delta', 'turn.finished']);
      const whole = await collect(carrier.events(turn.id));
      expect(whole.map(({ id }) => id)).toEqual([
        ...seen.slice(0, 2).map(({ id }) => id),
        ...(await resumed).map(({ id }) => id),
      ]);
      await die();
      expect(await collect(carrier.events(turn.id))).toEqual(whole);
    });

    test('starts a repeated attempt with a reset, although the previous one does not count', async () => {
      const [turn, other] = [aTurn(), aTurn()];
      for (const { id } of [turn, other]) {
        await carrier.start({ ...aTurn(), id }, target('alpha'));
        const { fence } = await mustClaim(carrier, id, 0);
        await carrier.emit(id, 0, fence, 1, { type: 'answer.delta', text: 'lost' });
      }
      await die();
      const { attempt, fence } = await mustClaim(carrier, turn.id, 0);
      expect(attempt).toBe(1);
      await carrier.advance(turn.id, 0, fence, { patch: {}, next: ANSWERED, events: [] });
      expect(types(await collect(carrier.events(turn.id)))).toEqual([
        'turn.started',
        'reset',
        'turn.finished',
      ]);
    });

    test('takes back what a client saw and a power failure lost, although the work is done again by then', async () => {
      const turn = aTurn();
      await carrier.start(turn, target('alpha'));
      const { fence } = await mustClaim(carrier, turn.id, 0);
      await carrier.advance(turn.id, 0, fence, { patch: {}, next: ANSWERED, events: [] });
      const [started] = await collect(carrier.events(turn.id), 1);
      const [ms = '', n = ''] = (started?.id ?? '').split('-');
      const after = `${ms}-${Number(n) + 1}`;
      expect(types(await collect(carrier.events(turn.id, { after })))).toEqual(['reset', 'turn.finished']);
    });

    test('notifies followers that the turn continues when the process stops, after all of its events', async () => {
      const [running, ended] = [aTurn(), aTurn()];
      for (const turn of [running, ended]) await carrier.start(turn, target('alpha'));
      await carrier.cancel(ended.id);
      const followed = [running, ended].map(({ id }) => collect(carrier.events(id)));
      await carrier.suspend();
      const [toldOfRunning = [], toldOfEnded = []] = await Promise.all(followed);
      expect(types(toldOfRunning)).toEqual(['turn.started', 'turn.suspended']);
      expect(toldOfRunning[1]?.id).toBe(toldOfRunning[0]?.id);
      expect(types(toldOfEnded)).toEqual(['turn.started', 'turn.finished']);
      await die();
      const after = toldOfRunning[1]?.id ?? '';
      const { fence } = await mustClaim(carrier, running.id, 0);
      await carrier.advance(running.id, 0, fence, { patch: {}, next: ANSWERED, events: [] });
      expect(types(await collect(carrier.events(running.id, { after })))).toEqual(['turn.finished']);
    });
  });
});
