import type { StoreAway } from '@quarry/pipeline';
import { Fault, type StoreName, type TurnEventBody } from '@quarry/turn';
import { someEvidence } from './testing';
import { open, pipeline, play, step } from './testing/play';

const GONE = 'Neo4j at 127.0.0.1:1 cannot be reached.';
const gone = (code: 'store_unavailable' | 'redis_unavailable' = 'store_unavailable'): Fault =>
  new Fault(code, GONE, { retryable: true });

const away = (outcome: string | null, retrySeconds: number | null = null, name: StoreName = 'graph') => ({
  away: { store: { name, lacks: 'without the code graph' }, outcome, retrySeconds } satisfies StoreAway,
});

/** Two steps of two services, the first on a store. */
const work = (stored: ReturnType<typeof away>, settings = {}) =>
  pipeline(
    [step('walk', 'one', { ok: 'last', empty: 'last' }, stored), step('last', 'two', {}, { end: true })],
    settings,
  );
const last = () => ({ outcome: 'ok' });
const aways = (bodies: readonly TurnEventBody[]) => bodies.filter(({ type }) => type === 'store.away');

describe('a step whose store is unavailable', () => {
  it('continues with the outcome of `on_unavailable` after one retry, and reports it', async () => {
    let tries = 0;
    const { view, bodies } = await play(work(away('empty')), {
      walk: () => {
        tries++;
        throw gone();
      },
      last,
    });
    expect(tries).toBe(2);
    expect(view.turn.degraded).toEqual([
      {
        pass: 1,
        step: 'walk',
        store: 'graph',
        lacks: 'without the code graph',
        reason: expect.stringContaining(GONE) as string,
      },
    ]);
    expect(view.turn.end?.outcome).not.toBe('failed');
    expect(bodies).toContainEqual(
      expect.objectContaining({
        type: 'step.finished',
        step: 'walk',
        outcome: 'empty',
        note: expect.stringContaining(`without the code graph: ${GONE}`) as string,
      }),
    );
    expect(aways(bodies)).toMatchObject([{ step: 'walk', store: 'graph', waits: false }]);
  });

  it('works normally if the store is back at the second attempt', async () => {
    let tries = 0;
    const { view, bodies } = await play(work(away('empty')), {
      walk: () => {
        if (++tries === 1) throw gone();
        return { outcome: 'ok', note: 'walked' };
      },
      last,
    });
    expect(view.turn.degraded).toEqual([]);
    expect(bodies).toContainEqual(expect.objectContaining({ step: 'walk', outcome: 'ok', note: 'walked' }));
  });

  it('is not retried if waiting cannot help', async () => {
    let tries = 0;
    const { view } = await play(work(away('empty', 60)), {
      walk: () => {
        tries++;
        throw new Fault('store_unavailable', 'Neo4j at 127.0.0.1:1 refuses the password.');
      },
      last,
    });
    expect(tries).toBe(1);
    expect(view.turn.degraded).toMatchObject([{ reason: 'Neo4j at 127.0.0.1:1 refuses the password.' }]);
  });

  it.each([
    ['ends the turn, whatever the pipeline says, if it is', 'search', 'failed', 0],
    ['is skipped, and named in `degraded`, if it is the code', 'graph', 'insufficient', 1],
    ['is skipped if it is the cache of', 'sessions', 'insufficient', 1],
  ] as const)('that is damaged %s %s', async (_name, store, outcome, degraded) => {
    const { view } = await play(work(away('empty', null, store)), {
      walk: () => Promise.reject(new Fault('index_damaged', 'a.db is damaged. Rebuild it.')),
      last,
    });
    expect(view.turn.end?.outcome).toBe(outcome);
    expect(view.turn.degraded).toHaveLength(degraded);
    for (const item of view.turn.degraded ?? [])
      expect(item).toMatchObject({ store, reason: 'a.db is damaged. Rebuild it.' });
  });

  it('that is damaged ends the turn if the pipeline has no `on_unavailable` for the graph', async () => {
    let tries = 0;
    const { view } = await play(work(away(null, 60)), {
      walk: () => {
        tries++;
        throw new Fault('index_damaged', 'a.db is damaged. Rebuild it.');
      },
      last,
    });
    expect(tries).toBe(1);
    expect(view.turn.end).toMatchObject({ outcome: 'failed', code: 'index_damaged' });
  });

  it('does not wait again in a pass that continued without the same store', async () => {
    const compiled = pipeline([
      step('walk', 'one', { empty: 'texts' }, away('empty')),
      step('texts', 'one', { ok: 'last' }, away('ok')),
      step('last', 'two', {}, { end: true }),
    ]);
    let tries = 0;
    const fail = (): never => {
      tries++;
      throw gone();
    };
    const { view } = await play(compiled, { walk: fail, texts: fail, last });
    expect(tries).toBe(3);
    expect(view.turn.degraded?.map(({ step: id }) => id)).toEqual(['walk', 'texts']);
  });

  it.each([
    ['of the pipeline', away(null), { unavailable_retry_seconds: 1.2 }],
    ['of the step', away(null, 1.2), { unavailable_retry_seconds: 600 }],
  ])(
    'without `on_unavailable` is retried for the seconds %s; then the turn fails with its message',
    async (_name, stored, settings) => {
      let tries = 0;
      const { view, services } = await play(work(stored, settings), {
        walk: () => {
          tries++;
          throw gone();
        },
        last,
      });
      expect(tries).toBeGreaterThan(1);
      expect(services).toEqual(['one']);
      expect(view.turn.end).toEqual({
        outcome: 'failed',
        code: 'store_unavailable',
        reason: expect.stringMatching(
          /^Neo4j at 127\.0\.0\.1:1 cannot be reached\. Tried \d times in \d s\.$/,
        ) as string,
      });
    },
  );

  it('ends the turn with the answer of an earlier pass, if there is one', async () => {
    const text = 'Known [1].';
    const answer = { english: text, text, citations: [], removedCitations: [], writtenBy: 'm', pass: 1 };
    const compiled = pipeline(
      [
        step('write', 'one', { ok: 'walk' }),
        step('walk', 'one', { ok: 'last' }, away(null)),
        step('last', 'two', {}, { end: true }),
      ],
      { unavailable_retry_seconds: 0 },
    );
    const { view } = await play(compiled, {
      write: () => ({ outcome: 'ok', patch: { answer, evidence: [someEvidence(1)] } }),
      walk: () => Promise.reject(gone()),
      last,
    });
    expect(view.turn.end).toEqual({
      outcome: 'partial',
      reason: `${GONE} This is the best answer so far after pass 1.`,
    });
    expect(view.turn.answer?.citations).toMatchObject([{ n: 1 }]);
  });

  it('fails at once if no seconds are allowed', async () => {
    let tries = 0;
    const { view } = await play(work(away(null), { unavailable_retry_seconds: 0 }), {
      walk: () => {
        tries++;
        throw gone('redis_unavailable');
      },
      last,
    });
    expect(tries).toBe(1);
    expect(view.turn.end).toEqual({ outcome: 'failed', code: 'redis_unavailable', reason: GONE });
  });

  it('is waited for, and logged once; a reset takes back what it had streamed', async () => {
    let tries = 0;
    const { view, bodies } = await play(work(away(null)), {
      walk: async (_turn, _signal, context) => {
        await context.emit({ type: 'answer.delta', text: `try ${++tries}` });
        if (tries < 2) throw gone();
        return { outcome: 'ok' };
      },
      last,
    });
    expect(view.turn.degraded).toEqual([]);
    const types = bodies.map((body) => body.type);
    const from = types.indexOf('answer.delta');
    expect(types.slice(from, from + 4)).toEqual(['answer.delta', 'store.away', 'reset', 'answer.delta']);
    expect(aways(bodies)).toMatchObject([{ waits: true, reason: GONE }]);
  });

  it('that had streamed nothing needs no reset', async () => {
    let tries = 0;
    const { bodies } = await play(work(away(null)), {
      walk: () => (++tries < 2 ? Promise.reject(gone()) : { outcome: 'ok' }),
      last,
    });
    expect(bodies.map(({ type }) => type)).not.toContain('reset');
  });

  it('gives up in time for the end of the turn to be written', async () => {
    const { view } = await play(
      work(away(null)),
      { walk: () => Promise.reject(gone()), last },
      { deadlineMs: 2_500 },
    );
    expect(view.turn.end).toMatchObject({ outcome: 'failed', code: 'store_unavailable' });
    expect(view.turn.end?.reason).toContain(GONE);
  });

  it('is not waited for by a turn that was cancelled', async () => {
    let tries = 0;
    const { view } = await play(work(away(null)), {
      walk: (turn) => {
        tries++;
        void open[0]?.cancel(turn.id);
        return Promise.reject(gone());
      },
      last,
    });
    expect(tries).toBe(1);
    expect(view.turn.end?.outcome).toBe('cancelled');
  });

  it('does not confuse a fault of the carrier with one of the store', async () => {
    let tries = 0;
    const { view } = await play(work(away('empty')), {
      walk: async (_turn, _signal, context) => {
        const carrier = open[0];
        if (++tries === 1 && carrier)
          jest.spyOn(carrier, 'emit').mockRejectedValueOnce(gone('redis_unavailable'));
        await context.emit({ type: 'answer.delta', text: 'a' });
        return { outcome: 'ok' };
      },
      last,
    });
    // The hop is delivered again, which is how a carrier recovers.
    expect(tries).toBe(2);
    expect(view.turn.degraded).toEqual([]);
  });
});
