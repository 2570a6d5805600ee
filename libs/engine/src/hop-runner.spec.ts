import * as fc from 'fast-check';
import { Fault } from '@quarry/turn';
import type { ActionResult, HopContext } from './action';
import { createMemoryCarrier } from './carriers/memory/memory-carrier';
import { HopRunner } from './hop-runner';
import { aTurn, someEvidence } from './testing';
import { open, pipeline, play, step, type Run } from './testing/play';

describe('HopRunner', () => {
  it('runs the consecutive steps of one service in one hop, then hands over', async () => {
    const compiled = pipeline([
      step('a', 'one', { ok: 'b' }),
      step('b', 'one', { ok: 'c' }),
      step('c', 'two', {}, { end: true }),
    ]);
    const order: string[] = [];
    const ok =
      (name: string): Run =>
      () => {
        order.push(name);
        return { outcome: 'ok' };
      };
    const { view, services } = await play(compiled, { a: ok('a'), b: ok('b'), c: ok('c') });
    expect(order).toEqual(['a', 'b', 'c']);
    expect(services).toEqual(['one', 'two']);
    expect(view).toMatchObject({ status: 'ended', v: 2 });
  });

  it('hands over to its own service after a long step, so that slow model calls need not fit into one hop', async () => {
    const compiled = pipeline([
      step('a', 'one', { ok: 'b' }),
      step('b', 'one', { ok: 'c' }),
      step('c', 'one', {}, { end: true }),
    ]);
    const clock = jest.spyOn(performance, 'now').mockReturnValue(1_000);
    try {
      const slow = (): ActionResult => {
        clock.mockReturnValue(41_000);
        return { outcome: 'ok' };
      };
      const quick = (): ActionResult => ({ outcome: 'ok' });
      const { services, view } = await play(
        compiled,
        { a: slow, b: quick, c: quick },
        { deadlineMs: 300_000 },
      );
      expect(services).toEqual(['one', 'one']);
      expect(view.turn.end).not.toBeNull();
    } finally {
      clock.mockRestore();
    }
  });

  it('reports the wait of a hop with its first step, and passes prompts to the recorder', async () => {
    const compiled = pipeline([step('a', 'one', { ok: 'b' }), step('b', 'one', {}, { end: true })]);
    const carrier = createMemoryCarrier();
    open.push(carrier);
    await carrier.publish(compiled);
    const turn = aTurn({ pipeline: 'p@d' });
    await carrier.start(turn, { step: 'a', service: 'one' });
    const prompt = { step: 'a', prompt: 'p.md', hash: 'h', at: 1, messages: [] };
    const kept: unknown[] = [];
    const actions = new Map([
      [
        'a',
        {
          run: async (_turn: unknown, _params: object, context: HopContext) => {
            context.sent?.(prompt);
            return { outcome: 'ok' };
          },
        },
      ],
      ['b', { run: async () => ({ outcome: 'ok' }) }],
    ]);
    const recorder = { sent: (...args: unknown[]) => void kept.push(args) };
    await new HopRunner('one', carrier, actions, undefined, recorder).run({ t: turn.id, v: 0 }, 12);
    expect(kept).toEqual([[expect.objectContaining({ id: turn.id, tenant: turn.tenant }), prompt]]);
    const waits: unknown[] = [];
    for await (const { body } of carrier.events(turn.id))
      if (body.type === 'step.finished') waits.push([body.step, body.waitedMs]);
    expect(waits).toEqual([
      ['a', 12],
      ['b', undefined],
    ]);
  });

  it('emits a step before the next one runs, and the last one with the commit; a superseded hop emits nothing more', async () => {
    const compiled = pipeline([
      step('a', 'one', { ok: 'b' }),
      step('b', 'one', { ok: 'c' }),
      step('c', 'two', {}, { end: true }),
    ]);
    const carrier = createMemoryCarrier();
    open.push(carrier);
    await carrier.publish(compiled);
    const emit = jest.spyOn(carrier, 'emit');
    const seen = async (turnId: string): Promise<string[]> => {
      const steps: string[] = [];
      const stop = AbortSignal.timeout(50);
      for await (const { body } of carrier.events(turnId, { signal: stop }))
        if (body.type === 'step.finished') steps.push(body.step);
      return steps;
    };
    const during: string[][] = [];
    const actions = (cancels: boolean) =>
      new Map([
        ['a', { run: async () => ({ outcome: 'ok' }) }],
        [
          'b',
          {
            run: async (turn: { id: string }) => {
              during.push(await seen(turn.id));
              if (cancels) await carrier.cancel(turn.id);
              return { outcome: 'ok' };
            },
          },
        ],
      ]);
    for (const cancels of [false, true]) {
      const turn = aTurn({ id: `t-${cancels}`, pipeline: 'p@d' });
      await carrier.start(turn, { step: 'a', service: 'one' });
      await new HopRunner('one', carrier, actions(cancels)).run({ t: turn.id, v: 0 });
      expect(await seen(turn.id)).toEqual(cancels ? ['a'] : ['a', 'b']);
    }
    expect(during).toEqual([['a'], ['a']]);
    expect(emit).toHaveBeenCalledTimes(2);
  });

  it('passes each step what the previous ones wrote, adds up usage, and logs every step', async () => {
    const compiled = pipeline([step('a', 'one', { ok: 'b' }), step('b', 'two', {}, { end: true })], {
      prices: [{ model: 'small*', input: 100, output: 200 }],
    });
    const { view, bodies } = await play(compiled, {
      a: () => ({
        outcome: 'ok',
        patch: { plan: { mode: 'bm25', queries: ['x'] } },
        usage: [{ model: 'large', inputTokens: 10, outputTokens: 2 }],
        note: 'planned',
      }),
      b: (turn) => ({
        outcome: 'ok',
        usage: [{ model: 'small-2', inputTokens: 5, outputTokens: 1 }],
        note: turn.plan?.queries.join() ?? '',
      }),
    });
    expect(view.turn.spent).toEqual({
      loops: 0,
      modelCalls: 2,
      inputTokens: 15,
      outputTokens: 3,
      calls: [
        { step: 'a', model: 'large', inputTokens: 10, outputTokens: 2, cost: null },
        { step: 'b', model: 'small-2', inputTokens: 5, outputTokens: 1, cost: 0.0007 },
      ],
    });
    const steps = bodies.filter((body) => body.type === 'step.finished');
    expect(view.turn.spent).not.toHaveProperty('cachedTokens');
    expect(steps).toMatchObject([
      { step: 'a', service: 'one', outcome: 'ok', inputTokens: 10, note: 'planned' },
      { step: 'b', service: 'two', outcome: 'ok', note: 'x' },
    ]);
    expect(bodies).toContainEqual({
      type: 'pass.started',
      pass: 1,
      why: 'bm25 search for: x',
      message: 'Retrieving context…',
    });
    expect(bodies.at(-1)?.type).toBe('turn.finished');
  });

  it('counts guarded iterations and ends the loop at max_turn_loops, whatever the guard says', async () => {
    const compiled = pipeline(
      [
        step('work', 'one', { ok: 'guard' }),
        step('guard', 'loop-guard', { again: 'work', stop: 'last' }, { guard: true }),
        step('last', 'one', {}, { end: true }),
      ],
      { max_turn_loops: 2 },
    );
    let passes = 0;
    const { view } = await play(compiled, {
      work: () => {
        passes++;
        return { outcome: 'ok' };
      },
      guard: () => ({ outcome: 'again' }),
      last: () => ({ outcome: 'ok' }),
    });
    expect(passes).toBe(3);
    expect(view.turn.spent.loops).toBe(2);
    expect(view.status).toBe('ended');
  });

  it('retries after a retryable fault, then ends the turn failed with its code', async () => {
    const compiled = pipeline([step('a', 'one', {}, { end: true })]);
    let attempts = 0;
    const { view } = await play(compiled, {
      a: () => {
        attempts++;
        throw new Fault('model_timeout', 'The model is slow.', { retryable: true });
      },
    });
    expect(attempts).toBe(3);
    expect(view.turn.end).toEqual({
      outcome: 'failed',
      reason: 'The model is slow.',
      code: 'model_timeout',
    });
  });

  it('ends the turn at once on a fault that another attempt cannot resolve', async () => {
    const compiled = pipeline([step('a', 'one', { ok: 'b' }), step('b', 'one', {}, { end: true })]);
    let attempts = 0;
    const { view } = await play(compiled, {
      a: () => ({ outcome: 'ok', patch: { plan: { mode: 'bm25', queries: ['kept'] } } }),
      b: () => {
        attempts++;
        throw new Fault('model_refused', 'The key is wrong.');
      },
    });
    expect(attempts).toBe(1);
    expect(view.turn.end).toMatchObject({ outcome: 'failed', code: 'model_refused' });
    expect(view.turn.plan?.queries).toEqual(['kept']);
  });

  it('ends the turn failed for an outcome that the pipeline does not know', async () => {
    const compiled = pipeline([step('a', 'one', { ok: 'a' })]);
    const { view } = await play(compiled, { a: () => ({ outcome: 'surprise' }) });
    expect(view.turn.end).toMatchObject({ outcome: 'failed', code: 'internal' });
    expect(view.turn.end?.reason).toContain("'surprise'");
  });

  it('aborts a step when the turn was cancelled meanwhile', async () => {
    const compiled = pipeline([step('a', 'one', {}, { end: true })]);
    const { view } = await play(compiled, {
      a: async (turn) => {
        await open[0]?.cancel(turn.id);
        return { outcome: 'ok', note: 'too late' };
      },
    });
    expect(view.turn.end?.outcome).toBe('cancelled');
  });

  it('aborts a silent step when the turn is cancelled meanwhile', async () => {
    const compiled = pipeline([step('a', 'one', {}, { end: true })]);
    let aborted = false;
    const { view } = await play(compiled, {
      a: (turn, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            aborted = true;
            reject(new Error('aborted'));
          });
          void open[0]?.cancel(turn.id);
        }),
    });
    expect(aborted).toBe(true);
    expect(view.turn.end?.outcome).toBe('cancelled');
  });

  it('aborts a step at the deadline and says so', async () => {
    const compiled = pipeline([step('a', 'one', {}, { end: true })]);
    const { view } = await play(
      compiled,
      {
        a: (_turn, signal) =>
          new Promise((_resolve, reject) => {
            signal.addEventListener('abort', () => {
              reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'));
            });
          }),
      },
      { deadlineMs: 60 },
    );
    expect(view.turn.end).toMatchObject({ outcome: 'failed', code: 'deadline' });
  });

  const untilAborted: Run = (_turn, signal) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => {
        reject(new Error('the adapter gave up'));
      });
    });

  it('ends with the best answer so far if the deadline passes within a step of a later pass', async () => {
    const compiled = pipeline([step('a', 'one', { ok: 'b' }), step('b', 'one', {}, { end: true })]);
    const evidence = [someEvidence(1)];
    const answer = {
      english: 'Known [1], invented [7].',
      text: 'Known [1], invented [7].',
      citations: [],
      removedCitations: [],
      writtenBy: 'm',
      pass: 1,
    };
    const { view, bodies } = await play(
      compiled,
      { a: () => ({ outcome: 'ok', patch: { evidence, answer } }), b: untilAborted },
      { deadlineMs: 150 },
    );
    expect(view.turn.end).toMatchObject({
      outcome: 'budget',
      reason: expect.stringContaining('the best answer so far after pass 1') as string,
    });
    expect(view.turn.stop?.rule).toBe('deadline');
    expect(view.turn.answer).toMatchObject({ text: 'Known [1], invented.', removedCitations: ['[7]'] });
    expect(view.turn.answer?.citations).toMatchObject([{ n: 1, path: 'src/1.ts' }]);
    expect(bodies).toContainEqual({ type: 'citation.removed', pass: 1, mark: '[7]', replacement: '' });
    expect(bodies.at(-1)?.type).toBe('turn.finished');
  });

  it("adds up input from providers' caches, and prices it by its own rate", async () => {
    const compiled = pipeline([step('a', 'one', { ok: 'b' }), step('b', 'two', {}, { end: true })], {
      prices: [{ model: '*', input: 100, output: 200, cached: 10 }],
    });
    const call = { model: 'm', inputTokens: 1_000, outputTokens: 0 };
    const { view } = await play(compiled, {
      a: () => ({ outcome: 'ok', usage: [{ ...call, cachedTokens: 400 }, call] }),
      b: () => ({ outcome: 'ok', usage: [{ ...call, cachedTokens: 500 }] }),
    });
    expect(view.turn.spent).toMatchObject({ inputTokens: 3_000, cachedTokens: 900 });
    expect(view.turn.spent.calls.map(({ cost }) => cost)).toEqual([0.064, 0.1, 0.055]);
  });

  it("adds the usage of every call to the turn's, for any steps and attempts", async () => {
    const call = fc.record({
      model: fc.constantFrom('large', 'small-1', 'other'),
      inputTokens: fc.nat({ max: 100_000 }),
      outputTokens: fc.nat({ max: 10_000 }),
    });
    const prices = [
      { model: 'small*', input: 0.5, output: 2 },
      { model: 'large', input: 3, output: 15 },
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(call, { maxLength: 4 }), { minLength: 1, maxLength: 6 }),
        async (made) => {
          const id = (at: number): string => `s${at}`;
          const steps = made.map((_calls, at) =>
            step(id(at), at % 2 === 0 ? 'one' : 'two', at + 1 < made.length ? { ok: id(at + 1) } : {}, {
              end: at + 1 === made.length,
            }),
          );
          const acts = Object.fromEntries(
            made.map((usage, at): [string, Run] => [id(at), () => ({ outcome: 'ok', usage })]),
          );
          const { spent } = (await play(pipeline(steps, { prices }), acts)).view.turn;
          const all = made.flat();
          expect(
            spent.calls.map(({ model, inputTokens, outputTokens }) => ({ model, inputTokens, outputTokens })),
          ).toEqual(all);
          expect(spent.modelCalls).toBe(all.length);
          expect(spent.inputTokens).toBe(all.reduce((sum, { inputTokens }) => sum + inputTokens, 0));
          expect(spent.outputTokens).toBe(all.reduce((sum, { outputTokens }) => sum + outputTokens, 0));
          expect(spent.calls.map(({ step: by }) => by)).toEqual(
            made.flatMap((calls, at) => calls.map(() => id(at))),
          );
          expect(spent.calls.every(({ model, cost }) => (cost === null) === (model === 'other'))).toBe(true);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('leaves a turn of a newer format to a newer process, and counts nothing', async () => {
    const compiled = pipeline([step('a', 'one', {}, { end: true })]);
    const carrier = createMemoryCarrier({});
    open.push(carrier);
    await carrier.publish(compiled);
    const turn = aTurn({ id: 't2', pipeline: 'p@d', format: 99 });
    await carrier.start(turn, { step: 'a', service: 'one' });
    for (let delivery = 0; delivery < 5; delivery++)
      expect(await new HopRunner('one', carrier, new Map()).run({ t: 't2', v: 0 })).toBeGreaterThan(0);
    expect(await carrier.read('t2')).toMatchObject({ status: 'running', v: 0 });
  });

  it('commits its work, and leaves an unknown step to a newer process', async () => {
    const compiled = pipeline([step('a', 'one', { ok: 'b' }), step('b', 'one', {}, { end: true })]);
    const carrier = createMemoryCarrier({});
    open.push(carrier);
    await carrier.publish(compiled);
    await carrier.start(aTurn({ id: 't2', pipeline: 'p@d' }), { step: 'a', service: 'one' });
    const known = new Map([['a', { run: async () => ({ outcome: 'ok' }) }]]);
    expect(await new HopRunner('one', carrier, known).run({ t: 't2', v: 0 })).toBeNull();
    expect(await carrier.read('t2')).toMatchObject({ status: 'running', v: 1, at: 'b' });
    const newer: typeof carrier = { ...carrier, giveBack: async () => true };
    expect(await new HopRunner('one', newer, known).run({ t: 't2', v: 1 })).toBeGreaterThan(0);
  });
});
