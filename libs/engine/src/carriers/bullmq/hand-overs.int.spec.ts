import type { INestMicroservice } from '@nestjs/common';
import type { Evidence, Turn } from '@quarry/turn';
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { describeWithRedis, TestRedis } from '../../../../../test/redis/redis-server';
import type { Carrier, HopJob, HopResult } from '../carrier';
import type { HopDeliveryContext } from '../hop-server';
import { hopController, serve } from '../testing/services';
import { aTurn, collect, evidence, target, types } from '../testing/turns';
import { createBullmqCarrier, type BullmqCarrierOptions } from './bullmq-carrier';

const DONE = { outcome: 'answered', reason: 'done' } as const;
const BASE = '{quarry:0}';

interface Hop {
  readonly service: string;
  readonly job: HopJob;
  readonly context: HopDeliveryContext;
  readonly turn: Turn;
  readonly attempt: number;
  commit(next: HopResult['next'], patch?: HopResult['patch'], pieces?: HopResult['pieces']): Promise<string>;
}

describeWithRedis('a hand-over within one process', () => {
  let redis: TestRedis;
  let client: Redis;
  const opened: { close(): Promise<unknown> }[] = [];
  beforeAll(async () => {
    redis = await TestRedis.start();
    client = redis.client();
  });
  afterEach(async () => {
    for (const thing of opened.splice(0).toReversed()) await thing.close();
    await client.flushall();
  });
  afterAll(async () => {
    client.disconnect();
    await redis.stop();
  });

  /** A process that runs these services; `run` is the work of each hop. */
  async function process(
    services: readonly string[],
    run: (hop: Hop) => Promise<unknown>,
    options: Partial<BullmqCarrierOptions> = {},
  ): Promise<{ readonly carrier: Carrier; readonly app: INestMicroservice }> {
    const carrier = createBullmqCarrier({ redisUrl: redis.url, onError: () => undefined, ...options });
    const controllers = services.map((service) =>
      hopController(service, async (job, context) => {
        const claim = await carrier.claim(job.t, job.v);
        if (claim.kind !== 'claimed') return;
        const { turn, attempt, fence } = claim;
        const commit: Hop['commit'] = (next, patch = {}, pieces) =>
          carrier.advance(job.t, job.v, fence, { patch, next, events: [], ...(pieces ? { pieces } : {}) });
        await run({ service, job, context, turn, attempt, commit });
      }),
    );
    opened.push(carrier);
    const app = await serve(carrier, controllers);
    opened.push(app);
    return { carrier, app };
  }

  function ring(hops: number): (hop: Hop) => Promise<unknown> {
    return ({ service, job, commit }) =>
      commit(job.v + 1 < hops ? target(service === 'alpha' ? 'beta' : 'alpha') : DONE);
  }

  test('runs a whole turn without another job in a queue', async () => {
    const skipped: boolean[] = [];
    const waits: (number | null)[] = [];
    const { carrier } = await process(['alpha', 'beta'], async (hop) => {
      skipped.push(hop.context.skippedQueue);
      waits.push(hop.context.waitedMs);
      await ring(6)(hop);
    });
    const turn = aTurn();
    await carrier.start(turn, target('alpha'));
    expect(types(await collect(carrier.events(turn.id)))).toEqual(['turn.started', 'turn.finished']);
    expect(skipped).toEqual([false, true, true, true, true, true]);
    expect(waits.slice(1)).toEqual([0, 0, 0, 0, 0]);
    // BullMQ counts the jobs that were added to a queue.
    expect(await client.mget(`${BASE}:alpha:id`, `${BASE}:beta:id`)).toEqual(['1', null]);
    await nothingIsLeft(['alpha', 'beta']);
  });

  test('gives the next hop the turn that Redis has', async () => {
    const piece = (n: number, text: string): Evidence => evidence(n, text);
    const seen: [Turn, Turn | undefined][] = [];
    const { carrier } = await process(['alpha', 'beta'], async ({ service, job, turn, commit }) => {
      seen.push([turn, (await carrier.read(job.t))?.turn]);
      const next = target(service === 'alpha' ? 'beta' : 'alpha');
      if (job.v === 0)
        return commit(next, { plan: { mode: 'bm25', queries: ['q'] } }, [piece(1, 'one'), piece(2, 'two')]);
      if (job.v === 1)
        return commit(next, { plan: null, needs: [] }, [piece(3, 'three'), { n: 1, gone: true }]);
      if (job.v === 2) return commit(next, { evidence: [piece(2, 'changed')] });
      return commit(DONE);
    });
    const turn = aTurn({ evidence: [piece(9, 'carried')] });
    await carrier.start(turn, target('alpha'));
    await collect(carrier.events(turn.id));
    expect(seen.map(([{ evidence: found }]) => found.map(({ n, text }) => `${n} ${text}`))).toEqual([
      ['9 carried'],
      ['1 one', '2 two', '9 carried'],
      ['2 two', '3 three', '9 carried'],
      ['2 changed', '3 three', '9 carried'],
    ]);
    for (const [here, there] of seen) expect(here).toEqual(there);
  });

  test('can be switched off', async () => {
    const skipped: boolean[] = [];
    const { carrier } = await process(
      ['alpha', 'beta'],
      async (hop) => {
        skipped.push(hop.context.skippedQueue);
        await ring(4)(hop);
      },
      { handsOverHere: false },
    );
    const turn = aTurn();
    await carrier.start(turn, target('alpha'));
    await collect(carrier.events(turn.id));
    expect(skipped).toEqual([false, false, false, false]);
  });

  test('does not happen for a service of another process', async () => {
    const skipped = new Map<string, boolean>();
    const note = async (hop: Hop): Promise<void> => {
      skipped.set(`${hop.service} ${hop.job.v}`, hop.context.skippedQueue);
      await hop.commit(hop.job.v < 3 ? target(hop.job.v === 1 ? 'gamma' : 'beta') : DONE);
    };
    const { carrier } = await process(['alpha', 'beta'], note);
    await process(['gamma'], note);
    const turn = aTurn();
    await carrier.start(turn, target('alpha'));
    await collect(carrier.events(turn.id));
    expect(Object.fromEntries(skipped)).toEqual({
      'alpha 0': false,
      'beta 1': true,
      'gamma 2': false,
      'beta 3': false,
    });
  });

  test.each([
    ['paused', (queue: Queue) => queue.pause(), (queue: Queue) => queue.resume()],
    ['limited to one hop at a time', (queue: Queue) => queue.setGlobalConcurrency(1), async () => undefined],
    ['limited in rate', (queue: Queue) => queue.setGlobalRateLimit(1_000, 1_000), async () => undefined],
  ])('does not pass a queue that an operator has %s', async (_what, limit, release) => {
    const skipped: boolean[] = [];
    const { carrier } = await process(['alpha', 'beta'], async (hop) => {
      skipped.push(hop.context.skippedQueue);
      await ring(3)(hop);
    });
    const queue = new Queue('beta', { connection: { url: redis.url }, prefix: BASE });
    opened.push(queue);
    await limit(queue);
    const turn = aTurn();
    await carrier.start(turn, target('alpha'));
    await until(async () => (await client.get(`${BASE}:beta:id`)) === '1');
    await release(queue);
    await collect(carrier.events(turn.id));
    expect(skipped).toEqual([false, false, true]);
  });

  test('never runs more hops of a service than it may', async () => {
    let [now, most, through] = [0, 0, 0];
    const { carrier } = await process(
      ['alpha', 'beta'],
      async ({ service, context, commit }) => {
        if (service === 'alpha') return commit(target('beta'));
        if (!context.skippedQueue) through++;
        most = Math.max(most, ++now);
        await new Promise((resolve) => setTimeout(resolve, 15));
        now--;
        return commit(DONE);
      },
      { concurrency: 2 },
    );
    const turns = Array.from({ length: 20 }, () => aTurn());
    for (const turn of turns) await carrier.start(turn, target('alpha'));
    for (const turn of turns) await collect(carrier.events(turn.id));
    expect(most).toBe(2);
    expect(through).toBeGreaterThan(0);
    expect(through).toBeLessThan(20);
    await nothingIsLeft(['alpha', 'beta']);
  });

  test('is repeated by BullMQ, with its pause, if the hop throws, and ends as poison like any other', async () => {
    const deliveries: (readonly [v: number, attempt: number, delivery: number, skipped: boolean])[] = [];
    const { carrier } = await process(
      ['alpha', 'beta'],
      async ({ service, job, attempt, context, commit }) => {
        deliveries.push([job.v, attempt, context.delivery, context.skippedQueue]);
        if (service === 'alpha') return commit(target('beta'));
        throw new Error('beta is broken');
      },
    );
    const turn = aTurn();
    await carrier.start(turn, target('alpha'));
    const log = await collect(carrier.events(turn.id));
    expect(log.at(-1)?.body).toMatchObject({ type: 'turn.finished', outcome: 'failed', code: 'poison' });
    expect(deliveries).toEqual([
      [0, 1, 1, false],
      [1, 1, 1, true],
      [1, 2, 2, false],
      [1, 3, 3, false],
    ]);
    await nothingIsLeft(['alpha', 'beta']);
  });

  test('leaves a hop that is asked to stop when its turn is cancelled, and leaves it to the watchdog otherwise', async () => {
    const begun: string[] = [];
    let goOn = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const { carrier } = await process(['alpha', 'beta'], async ({ service, job, commit }) => {
      if (service === 'alpha') return commit(target('beta'));
      begun.push(job.t);
      await held;
      return commit(target('alpha'), { plan: { mode: 'bm25', queries: ['kept'] } });
    });
    const turn = aTurn({ deadline: Date.now() + 3_600_000 });
    await carrier.start(turn, target('alpha'));
    await until(async () => begun.length === 1);
    // It runs, so the watchdog has nothing to do.
    expect(await carrier.reap(Date.now() + 1_000_000)).toBe(0);
    const cancelled = carrier.cancel(turn.id);
    await until(async () => (await client.hget(`${BASE}:turn:${turn.id}`, 'cancel')) !== null);
    goOn();
    expect(await cancelled).toBe(true);
    const view = await carrier.read(turn.id);
    expect(view?.turn).toMatchObject({ end: { outcome: 'cancelled' }, plan: { queries: ['kept'] } });
    await nothingIsLeft(['alpha', 'beta']);
  });

  test('closing waits for hops that were handed over, and hands over no more', async () => {
    const done: string[] = [];
    let begun = (): void => undefined;
    const running = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const { carrier, app } = await process(['alpha', 'beta'], async ({ service, commit }) => {
      if (service === 'alpha') return commit(target('beta'));
      begun();
      await new Promise((resolve) => setTimeout(resolve, 300));
      done.push(await commit(target('alpha')));
      return undefined;
    });
    const turn = aTurn();
    await carrier.start(turn, target('alpha'));
    await running;
    await app.close();
    expect(done).toEqual(['ok']);
    expect(await client.lrange(`${BASE}:alpha:wait`, 0, -1)).toEqual([`${turn.id}-2`]);
    expect(await client.exists(`${BASE}:beta:active`)).toBe(0);
  });

  async function nothingIsLeft(services: readonly string[]): Promise<void> {
    await until(async () => (await Promise.all(services.map(jobsOf))).flat().length === 0);
    expect(await client.zcard(`${BASE}:due`)).toBe(0);
  }

  async function jobsOf(service: string): Promise<string[]> {
    return (await client.keys(`${BASE}:${service}:*`)).filter(
      (key) => !/:(id|meta|marker|events|stalled-check)$/.test(key),
    );
  }
});

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 10));
}
