import { createMemoryCarrier, type Carrier, type DeadLetterCursor } from '@quarry/engine';
import { PipelineSettings, type CompiledPipeline } from '@quarry/pipeline';
import { Fault, newTurnId, openTurn, type TurnEnd, type TurnOptions } from '@quarry/turn';
import { TestClock } from '@quarry/turn/testing';
import { DeadLetterService } from './dead-letter.service';

const BROKEN: TurnEnd = { outcome: 'failed', reason: 'no model', code: 'model_unavailable' };

function aPipeline(name: string, digest: string): CompiledPipeline {
  const entry = { id: 'route', service: 'router', action: 'route', params: {}, on: {} };
  return {
    ...{ name, digest, description: '', prompts: {} },
    settings: Object.assign(new PipelineSettings(), { entry_step_id: 'route', deadline_seconds: 30 }),
    steps: { route: { ...entry, end: false, guard: false } },
  };
}

describe('DeadLetterService', () => {
  let clock: TestClock;
  let carrier: Carrier;
  let deadLetters: DeadLetterService;
  beforeEach(() => {
    clock = TestClock.running();
    carrier = createMemoryCarrier({ clock });
    deadLetters = new DeadLetterService(carrier, [aPipeline('code', 'new')]);
  });
  afterEach(() => carrier.close());

  /** A failed turn, later than the previous one. */
  async function failed(
    changes: { readonly tenant?: string; readonly pipeline?: string; readonly options?: TurnOptions } = {},
    end: TurnEnd = BROKEN,
  ): Promise<string> {
    clock.pass(1);
    const askedAt = clock.now();
    const turn = openTurn({
      ...{ id: newTurnId(), tenant: 'acme', session: 's1', pipeline: 'code@old', isEnglish: false },
      ...{ question: 'Wo steht das?', askedAt, deadline: askedAt + 60_000 },
      ...changes,
    });
    await carrier.start(turn, { service: 'router', step: 'route' });
    const claim = await carrier.claim(turn.id, 0);
    if (claim.kind !== 'claimed') throw new Error(claim.kind);
    await carrier.advance(turn.id, 0, claim.fence, { patch: {}, next: end, events: [] });
    return turn.id;
  }

  const idsOf = async (...list: Parameters<DeadLetterService['list']>): Promise<readonly string[]> =>
    (await deadLetters.list(...list)).letters.map(({ turn }) => turn.id);

  it('lists dead letters that match every field of the filter, most recently ended first', async () => {
    const first = await failed();
    const second = await failed({ tenant: 'globex', pipeline: 'codes@1' });
    const third = await failed({}, { outcome: 'failed', reason: 'late', code: 'deadline' });
    expect(await idsOf({}, 10)).toEqual([third, second, first]);
    expect(await idsOf({ tenant: 'acme' }, 10)).toEqual([third, first]);
    expect(await idsOf({ pipeline: 'code' }, 10)).toEqual([third, first]);
    expect(await idsOf({ code: 'deadline' }, 10)).toEqual([third]);
    expect(await idsOf({ tenant: 'globex', code: 'deadline' }, 10)).toEqual([]);
    expect(await idsOf({ pipeline: 'cod' }, 10)).toEqual([]);
  });

  it.each([1, 2, 3, 4, 5])(
    'lists each dead letter once in pages of %d, and skips those of other tenants',
    async (limit) => {
      const own: string[] = [];
      for (let n = 0; n < 4; n++) {
        own.unshift(await failed());
        await failed({ tenant: 'globex' });
      }
      const seen: string[] = [];
      const sizes: number[] = [];
      for (let after: DeadLetterCursor | null | undefined; after !== null;) {
        const { letters, next } = await deadLetters.list({ tenant: 'acme' }, limit, after);
        seen.push(...letters.map(({ turn }) => turn.id));
        sizes.push(letters.length);
        after = next;
      }
      expect(seen).toEqual(own);
      expect(sizes.slice(0, -1).every((size) => size === limit)).toBe(true);
      expect(sizes.at(-1)).toBeGreaterThan(0);
    },
  );

  it('finds a dead letter behind more than a page of non-matching ones', async () => {
    const wanted = await failed();
    for (let n = 0; n < 250; n++) await failed({ tenant: 'globex' });
    expect(await deadLetters.list({ tenant: 'acme' }, 5)).toMatchObject({
      letters: [{ turn: { id: wanted } }],
      next: null,
    });
  });

  it('retries with the same question, session and options, and the current pipeline', async () => {
    const options: TurnOptions = {
      depth: 'deep',
      budget: { tokens: 9 },
      key: 'k1',
      traceparent: '00-a-b-01',
    };
    const id = await failed({ options });
    const { turn, existing } = await deadLetters.retry(id);
    expect(existing).toBe(false);
    const view = await carrier.read(turn);
    expect(view).toMatchObject({
      status: 'running',
      at: 'route',
      turn: { tenant: 'acme', session: 's1', pipeline: 'code@new' },
    });
    expect(view?.turn.question).toMatchObject({ original: 'Wo steht das?', isEnglish: false });
    // The trace of the failed turn is not carried over.
    expect(view?.turn.options).toEqual({ depth: 'deep', budget: { tokens: 9 }, key: 'k1', retryOf: id });
    expect((view?.turn.deadline ?? 0) - (view?.turn.askedAt ?? 0)).toBe(30_000);
    expect((await deadLetters.read(id)).letter).toMatchObject({ retriedAs: turn, turn: { end: BROKEN } });
  });

  it('retries once, and no longer lists retried dead letters', async () => {
    const id = await failed();
    const { turn } = await deadLetters.retry(id);
    expect(await deadLetters.retry(id)).toEqual({ id, turn, existing: true });
    expect(await idsOf({}, 10)).toEqual([]);
  });

  it('retries all matching dead letters, and reports which were refused and whether more are left', async () => {
    const oldest = await failed();
    const gone = await failed({ pipeline: 'gone@1' });
    const newest = await failed();
    await failed({ tenant: 'globex' });
    const some = await deadLetters.retryAll({ tenant: 'acme' }, 2);
    expect(some.retried.map(({ id }) => id)).toEqual([newest]);
    expect(some.refused).toMatchObject([{ id: gone, fault: { code: 'pipeline_unknown' } }]);
    expect(some.more).toBe(true);
    const rest = await deadLetters.retryAll({ tenant: 'acme' }, 2);
    expect(rest.retried.map(({ id }) => id)).toEqual([oldest]);
    expect(rest).toMatchObject({ refused: [{ id: gone }], more: false });
  });

  it('stops retrying during a store outage, instead of refusing one after the other', async () => {
    await failed();
    const away: Carrier = {
      ...carrier,
      publish: () => Promise.reject(new Fault('redis_unavailable', 'It is away.', { retryable: true })),
    };
    const broken = new DeadLetterService(away, [aPipeline('code', 'new')]);
    const error = await broken.retryAll({}, 5).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ retryable: true });
  });

  it('finds neither an unknown turn nor a running one', async () => {
    const id = await failed();
    const { turn } = await deadLetters.retry(id);
    for (const other of ['tnone', turn]) {
      await expect(deadLetters.read(other)).rejects.toMatchObject({ code: 'turn_unknown' });
      await expect(deadLetters.retry(other)).rejects.toMatchObject({ code: 'turn_unknown' });
    }
    expect((await deadLetters.read(id)).events.map(({ body }) => body.type)).toEqual([
      'turn.started',
      'turn.finished',
    ]);
  });
});
