import type { INestMicroservice } from '@nestjs/common';
import type { CompiledPipeline } from '@quarry/pipeline';
import { IN_EVENT_ID, defined, isAfter, type TurnEvent } from '@quarry/turn';
import type { Redis } from 'ioredis';
import { describeWithRedis, TestRedis } from '../../../../../test/redis/redis-server';
import { DEFAULT_LIMITS, type Carrier } from '../carrier';
import { hopController, serve, type HopHandler } from '../testing/services';
import { aTurn, collect, evidence, mustClaim, target, types } from '../testing/turns';
import { createBullmqCarrier, type BullmqCarrierOptions } from './bullmq-carrier';

const DONE = { outcome: 'answered', reason: 'done' } as const;
const FAILED = { outcome: 'failed', reason: 'broken', code: 'internal' } as const;
const BASE = '{quarry:0}';

/** Specific to Redis: keys, TTLs, jobs, connections. */
describeWithRedis('bullmq carrier on Redis', () => {
  let redis: TestRedis;
  let client: Redis;
  const opened: Carrier[] = [];
  const apps: INestMicroservice[] = [];
  beforeAll(async () => {
    redis = await TestRedis.start();
    client = redis.client();
  });
  afterEach(async () => {
    await Promise.all(apps.splice(0).map((app) => app.close()));
    await Promise.all(opened.splice(0).map((carrier) => carrier.close()));
    await client.flushall();
  });
  afterAll(async () => {
    client.disconnect();
    await redis.stop();
  });

  function open(options: Partial<BullmqCarrierOptions> = {}): Carrier {
    const carrier = createBullmqCarrier({ redisUrl: redis.url, onError: () => undefined, ...options });
    opened.push(carrier);
    return carrier;
  }

  async function run(carrier: Carrier, handler: HopHandler): Promise<void> {
    apps.push(await serve(carrier, [hopController('alpha', handler)]));
  }

  async function until(condition: () => Promise<boolean>): Promise<void> {
    while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 20));
  }

  test('keys are named as the hop protocol says', async () => {
    const carrier = open();
    const turn = aTurn();
    await carrier.start(turn, target('alpha', 'first'), 'my-key');
    expect((await client.keys('*')).sort()).toEqual(
      [
        ...['id', 'marker', 'meta', 'wait', `${turn.id}-0`].map((name) => `${BASE}:alpha:${name}`),
        `${BASE}:due`,
        `${BASE}:ev:${turn.id}`,
        `${BASE}:idem:acme:my-key`,
        `${BASE}:recent:acme`,
        `${BASE}:turn:${turn.id}`,
      ].sort(),
    );
    expect(
      await client.hmget(`${BASE}:turn:${turn.id}`, 'v', 'f', 'a', 'status', 'service', 'step', 'evidence'),
    ).toEqual(['0', '0', '0', 'running', 'alpha', 'first', null]);
    expect(await client.pttl(`${BASE}:turn:${turn.id}`)).toBe(-1);
    const lookInMs = Number(await client.zscore(`${BASE}:due`, turn.id)) - turn.askedAt;
    expect(lookInMs).toBeGreaterThanOrEqual(DEFAULT_LIMITS.lookEveryMs);
    expect(lookInMs).toBeLessThan(turn.deadline - turn.askedAt);
  });

  test('I8, I9: after the end no key is without a TTL, and no job is left', async () => {
    const carrier = open();
    await run(carrier, async ({ t, v }) => {
      const claim = await carrier.claim(t, v);
      if (claim.kind !== 'claimed') return;
      if (claim.attempt === 1) throw new Error('first attempt');
      const last = claim.turn.session === 'bad' ? FAILED : DONE;
      const next = v === 0 ? target('alpha') : last;
      await carrier.advance(t, v, claim.fence, { patch: {}, next, events: [] });
    });
    const turns = ['good', 'bad', 'cancelled', 'late'].map((session) => aTurn({ session }));
    for (const turn of turns) {
      const late = { ...turn, deadline: turn.session === 'late' ? Date.now() - 1 : turn.deadline };
      await carrier.start(late, target('alpha'), turn.session);
      if (turn.session === 'cancelled') await carrier.cancel(turn.id);
    }
    await Promise.all(turns.map((turn) => collect(carrier.events(turn.id))));
    await until(async () => (await client.keys(`${BASE}:alpha:t*`)).length === 0);
    expect(await client.zcard(`${BASE}:due`)).toBe(0);
    for (const state of ['wait', 'active', 'delayed', 'failed', 'completed']) {
      expect(await client.exists(`${BASE}:alpha:${state}`)).toBe(0);
    }
    const left = (await client.keys(`${BASE}:*`)).filter((key) => !key.startsWith(`${BASE}:alpha:`));
    expect(left).toHaveLength(turns.length * 3 + 3);
    for (const key of left) expect(await client.pttl(key)).toBeGreaterThan(0);
    const ttl = async (index: number): Promise<number> => client.pttl(`${BASE}:turn:${turns[index]?.id}`);
    expect(await ttl(0)).toBeLessThanOrEqual(15 * 60_000);
    expect(await ttl(1)).toBeGreaterThan(23 * 3_600_000);
    expect(await ttl(2)).toBeLessThanOrEqual(15 * 60_000);
    expect(await ttl(3)).toBeGreaterThan(23 * 3_600_000);
  });

  test('I9: a job that fails after its commit is not kept', async () => {
    const carrier = open();
    await run(carrier, async ({ t, v }) => {
      const claim = await carrier.claim(t, v);
      if (claim.kind === 'claimed') {
        await carrier.advance(t, v, claim.fence, { patch: {}, next: target('unserved'), events: [] });
      }
      throw new Error('after the commit');
    });
    const turn = aTurn();
    await carrier.start(turn, target('alpha'));
    await until(async () => (await client.exists(`${BASE}:alpha:${turn.id}-0`)) === 0);
    expect(await client.zcard(`${BASE}:alpha:failed`)).toBe(0);
    expect((await carrier.read(turn.id))?.v).toBe(1);
  });

  test('a forged job harms no turn', async () => {
    const carrier = open();
    await run(carrier, async ({ t, v }) => {
      const { fence } = await mustClaim(carrier, t, v);
      await carrier.advance(t, v, fence, { patch: {}, next: DONE, events: [] });
    });
    for (const [n, data] of [
      '{"t":{"x":[]},"v":"x"}',
      'null',
      '7',
      '{"t":"tnever","v":"x"}',
      '{}',
    ].entries()) {
      await client.hset(`${BASE}:alpha:forged${n}`, 'data', data, 'opts', '{}', 'name', 'hop');
      await client.lpush(`${BASE}:alpha:wait`, `forged${n}`);
    }
    await client.zadd(`${BASE}:alpha:marker`, 0, '0');
    const turn = aTurn();
    await carrier.start(turn, target('alpha'));
    expect(types(await collect(carrier.events(turn.id)))).toEqual(['turn.started', 'turn.finished']);
  });

  test('a pipeline is kept for a week after its last publication, and is published again to a server that lost it', async () => {
    const carrier = open();
    const pipeline = { name: 'code', digest: 'feedfeedfeedfeed' } as unknown as CompiledPipeline;
    const key = `${BASE}:pipeline:code@feedfeedfeedfeed`;
    const week = 7 * 24 * 3_600_000;
    await carrier.publish(pipeline);
    await client.pexpire(key, 60_000);
    await carrier.publish(pipeline);
    expect(await client.pttl(key)).toBeGreaterThan(week / 2);
    await client.del(key);
    await carrier.publish(pipeline);
    expect(await open().find('code@feedfeedfeedfeed')).toEqual(pipeline);
    expect(await client.pttl(key)).toBeGreaterThan(week / 2);
  });

  test('empty groups of a turn are not stored, and are restored when it is read', async () => {
    const carrier = open();
    const turn = aTurn({ plan: { mode: 'bm25', queries: ['q'] } });
    await carrier.start(turn, target('alpha'));
    const { fence } = await mustClaim(carrier, turn.id, 0);
    const next = target('beta');
    await carrier.advance(turn.id, 0, fence, { patch: { plan: null, needs: [] }, next, events: [] });
    const kept = await client.hgetall(`${BASE}:turn:${turn.id}`);
    expect(
      Object.keys(kept)
        .filter((field) => /^[[{]|^null$/.test(kept[field] ?? ''))
        .sort(),
    ).toEqual(['needs', 'options', 'plan', 'question']);
    expect((await mustClaim(carrier, turn.id, 1)).turn).toEqual({ ...turn, plan: null });
  });

  test('the watchdog checks a turn in time, although not every hop postpones the check', async () => {
    const carrier = open();
    const turn = aTurn({ deadline: Date.now() + 3_600_000 });
    const due = async (): Promise<number> => Number(await client.zscore(`${BASE}:due`, turn.id));
    const hop = async (v: number): Promise<void> => {
      const { fence } = await mustClaim(carrier, turn.id, v);
      await carrier.advance(turn.id, v, fence, { patch: {}, next: target('beta'), events: [] });
    };
    await carrier.start(turn, target('alpha'));
    const first = await due();
    await hop(0);
    expect(await due()).toBe(first);
    // As if a third of the time until the next check were over.
    await client.zincrby(`${BASE}:due`, -DEFAULT_LIMITS.lookEveryMs / 3, turn.id);
    await client.hincrby(`${BASE}:turn:${turn.id}`, 'due', -DEFAULT_LIMITS.lookEveryMs / 3);
    await hop(1);
    expect(await due()).toBeGreaterThanOrEqual(first);
    expect(await client.hget(`${BASE}:turn:${turn.id}`, 'due')).toBe(String(await due()));
  });

  test.each(['wait', 'active', 'delayed'])(
    'a job that vanished from every list, once in %s, is added again',
    async (list) => {
      const carrier = open();
      const turn = aTurn({ deadline: Date.now() + 3_600_000 });
      const job = `${turn.id}-0`;
      const [wait, delayed] = [`${BASE}:alpha:wait`, `${BASE}:alpha:delayed`];
      await carrier.start(turn, target('alpha'));
      if (list === 'active') await client.lmove(wait, `${BASE}:alpha:active`, 'RIGHT', 'LEFT');
      if (list === 'delayed') await client.multi().lrem(wait, 0, job).zadd(delayed, 1, job).exec();
      const later = (): number => Date.now() + 1_000_000;
      expect(await carrier.reap(later())).toBe(0);
      await (list === 'delayed' ? client.zrem(delayed, job) : client.lrem(`${BASE}:alpha:${list}`, 0, job));
      expect(await carrier.reap(later() + 1_000_000)).toBe(1);
      expect(await client.lrange(wait, 0, -1)).toEqual([job]);
      expect(await client.hget(`${BASE}:alpha:${job}`, 'data')).toBe(JSON.stringify({ t: turn.id, v: 0 }));
    },
  );

  test('a large turn is claimed completely', async () => {
    const carrier = open();
    const turn = aTurn({ evidence: [evidence(1, 'x'.repeat(40_000))] });
    await carrier.start(turn, target('alpha'));
    expect((await mustClaim(carrier, turn.id, 0)).turn).toEqual(turn);
  });

  test('jobs that commits ended are not ended again, and the turns continue', async () => {
    const errors: unknown[] = [];
    const carrier = open({ onError: (error) => errors.push(error) });
    const claims: number[] = [];
    await run(carrier, async ({ t, v }) => {
      const { fence, attempt } = await mustClaim(carrier, t, v);
      claims.push(attempt);
      await carrier.advance(t, v, fence, { patch: {}, next: v < 4 ? target('alpha') : DONE, events: [] });
    });
    const turns = Array.from({ length: 30 }, () => aTurn());
    await Promise.all(turns.map((turn) => carrier.start(turn, target('alpha'))));
    for (const turn of turns) {
      const log = await collect(carrier.events(turn.id));
      expect(types(log)).toEqual(['turn.started', 'turn.finished']);
    }
    expect(claims).toEqual(Array.from({ length: 150 }, () => 1));
    await until(async () => (await client.exists(`${BASE}:alpha:active`, `${BASE}:alpha:wait`)) === 0);
    expect(errors).toEqual([]);
  });

  test('scripts are sent again to a server that forgot them', async () => {
    const carrier = open();
    await carrier.start(aTurn(), target('alpha'));
    await client.script('FLUSH');
    const turn = aTurn();
    await carrier.start(turn, target('alpha'));
    expect((await mustClaim(carrier, turn.id, 0)).fence).toBe(1);
  });

  test('any number of followers share one connection', async () => {
    const carrier = open();
    const turns = Array.from({ length: 30 }, () => aTurn());
    for (const turn of turns) await carrier.start(turn, target('alpha'));
    const followers = turns.flatMap((turn) => [1, 2].map(() => collect(carrier.events(turn.id))));
    await until(async () => / sub=30 /.test(String(await client.client('LIST'))));
    expect(String(await client.client('LIST')).match(/ sub=[1-9]/g)).toHaveLength(1);
    for (const turn of turns) {
      const { fence } = await mustClaim(carrier, turn.id, 0);
      await carrier.emit(turn.id, 0, fence, 1, { type: 'answer.delta', text: 'x' });
      await carrier.advance(turn.id, 0, fence, { patch: {}, next: DONE, events: [] });
    }
    for (const log of await Promise.all(followers)) {
      expect(types(log)).toEqual(['turn.started', 'answer.delta', 'turn.finished']);
    }
  });

  test.each(['still', 'no longer'])(
    'a turn that starts again, because Redis lost it in a power failure, is followed from its start; another follower is %s there',
    async (there) => {
      const carrier = open();
      const turn = aTurn();
      const emit = async (from: number, to: number): Promise<void> => {
        const { fence } = await mustClaim(carrier, turn.id, 0);
        for (let n = from; n <= to; n++)
          await carrier.emit(turn.id, 0, fence, n, { type: 'answer.delta', text: '.' });
      };
      const stop = new AbortController();
      const follow = async (seen: string[], options: { signal?: AbortSignal } = {}): Promise<void> => {
        for await (const { id } of carrier.events(turn.id, options)) seen.push(id);
      };
      const [before, after]: [string[], string[]] = [[], []];
      await carrier.start(turn, target('alpha'));
      const former = follow(before, stop);
      await until(async () => / sub=[1-9]/.test(String(await client.client('LIST'))));
      await emit(1, 3);
      await until(async () => before.length === 4);
      await client.del(`${BASE}:turn:${turn.id}`, `${BASE}:ev:${turn.id}`);
      await carrier.start(turn, target('alpha'));
      if (there === 'no longer') stop.abort();
      const later = follow(after);
      await until(async () => after.length === 1);
      await emit(1, 5);
      await carrier.cancel(turn.id);
      await later;
      expect(after.map((id) => Number(id.split('-')[1]) % IN_EVENT_ID.attempt)).toEqual([
        1, 1, 2, 3, 4, 5, 6,
      ]);
      stop.abort();
      await former;
    },
  );

  test.each([
    ['a live follower', false],
    ['a client that reconnects to another gateway', true],
  ])(
    '%s that saw events that Redis lost in a power failure receives the repeated work after a reset',
    async (_who, comesAgain) => {
      const carrier = open();
      const turn = aTurn();
      const delta = (text: string) => ({ type: 'answer.delta', text }) as const;
      await carrier.start(turn, target('alpha'));
      const keys = [`${BASE}:turn:${turn.id}`, `${BASE}:ev:${turn.id}`] as const;
      const kept = await Promise.all(keys.map((key) => client.dumpBuffer(key)));
      const seen: TurnEvent[] = [];
      const follow = async (at: Carrier, signal: AbortSignal): Promise<void> => {
        const after = seen.at(-1)?.id;
        const options = { ...defined({ after }), signal };
        for await (const event of at.events(turn.id, options)) seen.push(event);
      };
      const stop = new AbortController();
      const former = follow(carrier, stop.signal);
      const first = await mustClaim(carrier, turn.id, 0);
      await carrier.advance(turn.id, 0, first.fence, {
        patch: {},
        next: target('alpha'),
        events: [delta('a')],
      });
      const second = await mustClaim(carrier, turn.id, 1);
      await carrier.emit(turn.id, 1, second.fence, 1, delta('b'), delta('c'));
      await until(async () => seen.length === 4);
      if (comesAgain) {
        stop.abort();
        await former;
      }
      // As after the loss of one second: turn and log are as they were before, and every connection is new.
      for (const [at, key] of keys.entries()) await client.restore(key, 0, kept[at] ?? '', 'REPLACE');
      await client.client('KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
      await client.client('KILL', 'TYPE', 'pubsub');
      const before = seen.length;
      const later = comesAgain ? follow(open(), new AbortController().signal) : former;
      const again = await mustClaim(carrier, turn.id, 0);
      await carrier.emit(turn.id, 0, again.fence, 1, delta('a'));
      await carrier.advance(turn.id, 0, again.fence, { patch: {}, next: DONE, events: [delta('b')], n: 2 });
      await later;
      const got = seen.slice(before);
      expect(types(got)).toEqual(['reset', 'answer.delta', 'answer.delta', 'turn.finished']);
      expect(got.slice(1)).toEqual((await collect(carrier.events(turn.id))).slice(1));
      const ids = seen.map(({ id }) => id);
      expect(ids.every((id, at) => at === 0 || isAfter(id, ids[at - 1] ?? ''))).toBe(true);
    },
  );

  test('a follower that falls far behind continues from the stream', async () => {
    const carrier = open();
    const turn = aTurn();
    await carrier.start(turn, target('alpha'));
    const { fence } = await mustClaim(carrier, turn.id, 0);
    const seen: string[] = [];
    let resume = (): void => undefined;
    const paused = new Promise<void>((resolve) => (resume = resolve));
    const slow = (async () => {
      for await (const event of carrier.events(turn.id)) {
        seen.push(event.id);
        if (seen.length === 2) await paused;
      }
    })();
    await carrier.emit(turn.id, 0, fence, 1, { type: 'answer.delta', text: '.' });
    await until(async () => seen.length === 2);
    const batch = Array.from({ length: 3_000 }, (_, n) => n + 2);
    await Promise.all(
      batch.map((n) => carrier.emit(turn.id, 0, fence, n, { type: 'answer.delta', text: '.' })),
    );
    await carrier.advance(turn.id, 0, fence, { patch: {}, next: DONE, events: [] });
    const other = await collect(carrier.events(turn.id));
    resume();
    await slow;
    expect(seen).toEqual(other.map((event) => event.id));
    expect(seen).toHaveLength(3_003);
  });

  test('closing leaves no connection behind, and ends followers', async () => {
    const carrier = open();
    await run(carrier, async () => undefined);
    const turn = aTurn();
    await carrier.start(turn, target('unserved'));
    const follower = collect(carrier.events(turn.id));
    await until(async () => / sub=[1-9]/.test(String(await client.client('LIST'))));
    await carrier.close();
    expect(types(await follower)).toEqual(['turn.started']);
    await until(
      async () =>
        String(await client.client('LIST'))
          .trim()
          .split('\n').length === 1,
    );
  });

  test('closing does not wait forever', async () => {
    const carrier = open({ closeMs: 50 });
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    let begun = false;
    await run(carrier, () => {
      begun = true;
      return held;
    });
    await carrier.start(aTurn(), target('alpha'));
    await until(async () => begun);
    await carrier.close();
    release();
  });
});
