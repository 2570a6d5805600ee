import { Queue, Worker, type Job } from 'bullmq';
import type { Redis } from 'ioredis';
import { describeWithRedis, TestRedis } from '../../../../../test/redis/redis-server';
import { DEFAULT_LIMITS } from '../carrier';
import { HOPS_BEFORE_OTHERS } from '../delivery';
import { aTurn, mustClaim, target } from '../testing/turns';
import { assertBullmqVersion, BULLMQ_VERSION } from './bullmq-scripts';
import { createBullmqCarrier } from './bullmq-carrier';
import { Connections } from './connections';
import { LOCK_MS, type HopBullJob } from './deliveries';
import { JOB_OPTIONS } from './job-options';
import { HandOvers, type HopHere } from './hand-overs';
import { Keys } from './keys';
import { RedisLedger } from './redis-ledger';
import { loadScripts, runScript } from './redis-scripts';

test('an unsupported BullMQ is refused, with the command that fixes it', () => {
  expect(() => assertBullmqVersion(BULLMQ_VERSION)).not.toThrow();
  expect(() => assertBullmqVersion('6.8.0')).toThrow(
    expect.objectContaining({
      code: 'setup_failed',
      message: expect.stringContaining('npm install --save-exact bullmq@'),
    }),
  );
});

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** A hash without times, and with options as an object, because Lua does not keep their order. */
function comparable({ timestamp, opts, ...rest }: Record<string, string>): Record<string, unknown> {
  const { processedOn, ...others } = rest;
  const hash = processedOn === undefined ? rest : { ...others, processedOn: /^\d{13}$/.test(processedOn) };
  if (timestamp === undefined || opts === undefined) return hash;
  return { ...hash, timestamp: /^\d{13}$/.test(timestamp), opts: JSON.parse(opts) as unknown };
}

describeWithRedis('a job added by script', () => {
  let redis: TestRedis;
  let client: Redis;
  beforeAll(async () => {
    redis = await TestRedis.start();
    client = redis.client();
  });
  const opened: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((thing) => thing.close()));
  });
  afterAll(async () => {
    client.disconnect();
    await redis.stop();
  });

  /**
   * All keys of a queue with their values, names without the prefix. Omits times, counters, and BullMQ's events, which
   * our scripts do not write.
   */
  async function dump(prefix: string, service: string): Promise<Record<string, unknown>> {
    const base = `{${prefix}}:${service}:`;
    const found: Record<string, unknown> = {};
    for (const key of (await client.keys(`${base}*`)).sort()) {
      const name = key.slice(base.length);
      if (name === 'events') continue;
      const type = await client.type(key);
      if (type === 'hash') {
        found[name] = comparable(await client.hgetall(key));
      } else if (type === 'list') found[name] = await client.lrange(key, 0, -1);
      else if (type === 'zset') found[name] = await client.zrange(key, 0, -1, 'WITHSCORES');
      else found[name] = await client.get(key);
      const ttl = await client.pttl(key);
      found[`${name} ttl`] = ttl < 0 ? ttl : ttl > LOCK_MS / 2 && ttl <= LOCK_MS;
    }
    return found;
  }

  test('leaves the same keys as one added by queue.add', async () => {
    const turn = aTurn();
    // BullMQ opens both queues and writes their settings. Only the jobs are added differently.
    const [queue] = ['{by:queue}', '{by:script}'].map((prefix) => {
      const opening = new Queue('alpha', { connection: { url: redis.url }, prefix });
      opened.push(opening);
      return opening;
    });
    await until(async () => (await client.exists('{by:queue}:alpha:meta', '{by:script}:alpha:meta')) === 2);
    await queue?.add('hop', { t: turn.id, v: 0 }, { ...JOB_OPTIONS, jobId: `${turn.id}-0` });
    const carrier = createBullmqCarrier({ redisUrl: redis.url, prefix: 'by:script' });
    opened.push(carrier);
    await carrier.start(turn, target('alpha'));
    const expected = await dump('by:queue', 'alpha');
    expect(await dump('by:script', 'alpha')).toEqual(expected);
    expect(Object.keys(expected)).toEqual(expect.arrayContaining(['wait', `${turn.id}-0`, 'marker', 'id']));
    expect(await client.exists('{by:queue}:alpha:events')).toBe(1);
    expect(await client.exists('{by:script}:alpha:events')).toBe(0);
  });

  test('is added by advance and by reap like by start', async () => {
    const carrier = createBullmqCarrier({ redisUrl: redis.url, prefix: 'three:ways' });
    opened.push(carrier);
    const turn = aTurn({ deadline: Date.now() + 3_600_000 });
    await carrier.start(turn, target('alpha'));
    const { fence } = await mustClaim(carrier, turn.id, 0);
    await carrier.advance(turn.id, 0, fence, { patch: {}, next: target('beta'), events: [] });
    const jobKey = `{three:ways}:beta:${turn.id}-1`;
    const advanced = await dump('three:ways', 'beta');
    await client.del(jobKey, '{three:ways}:beta:wait');
    expect(await carrier.reap(Date.now() + 1_000_000)).toBe(1);
    const reaped = await dump('three:ways', 'beta');
    expect(reaped[`${turn.id}-1`]).toEqual(advanced[`${turn.id}-1`]);
    expect(reaped.wait).toEqual([`${turn.id}-1`]);
    const started = (await dump('three:ways', 'alpha'))[`${turn.id}-0`] as Record<string, unknown>;
    const job = advanced[`${turn.id}-1`] as Record<string, unknown>;
    expect({ ...job, data: '', opts: '' }).toEqual({ ...started, data: '', opts: '' });
    expect(job.data).toBe(JSON.stringify({ t: turn.id, v: 1 }));
  });

  describe('a job that is taken and ended by script', () => {
    const limits = DEFAULT_LIMITS;
    let prefixes = 0;

    /** The same two jobs in a BullMQ queue and in one of ours, and both ways to process them. */
    async function twoWays() {
      const [theirs, ours] = [`by:bullmq:${++prefixes}`, `by:commit:${prefixes}`];
      const ids = [`a${prefixes}`, `b${prefixes}`];
      const queue = new Queue('alpha', {
        connection: { url: redis.url },
        prefix: `{${theirs}}`,
        skipMetasUpdate: true,
      });
      const worker = new Worker('alpha', null, {
        connection: { url: redis.url },
        prefix: `{${theirs}}`,
        lockDuration: LOCK_MS,
      });
      const carrier = createBullmqCarrier({ redisUrl: redis.url, prefix: ours });
      const keys = new Keys(ours);
      const connections = new Connections(redis.url, () => undefined);
      opened.push(queue, worker, carrier, { close: async () => connections.close() });
      const ledger = new RedisLedger(
        connections,
        keys,
        loadScripts(keys.base, limits),
        limits,
        () => undefined,
        new HandOvers(true),
      );
      for (const id of ids) {
        await queue.add('hop', { t: id, v: 0 }, { ...JOB_OPTIONS, jobId: `${id}-0` });
        await carrier.start(aTurn({ id, deadline: Date.now() + 3_600_000 }), target('alpha'));
      }
      const [first = '', second = ''] = ids;
      const compare = async (): Promise<Record<string, unknown>> => {
        const { marker, 'marker ttl': ttl, ...others } = await dump(theirs, 'alpha');
        // BullMQ sets the marker of a queue whose last job it has just taken; ours has no marker.
        const marked = others['wait'] === undefined ? {} : { marker, 'marker ttl': ttl };
        const left = await dump(ours, 'alpha');
        expect(left).toEqual({ ...others, ...marked });
        return left;
      };
      return { first, second, worker, ledger, carrier, compare, ours };
    }

    type Ways = Awaited<ReturnType<typeof twoWays>>;

    async function takeFirst({ first, worker, ledger, compare }: Ways, token: string) {
      const job = (await worker.getNextJob(token, { block: false })) as Job | undefined;
      const [fields, id] = await ledger.take('alpha', token);
      expect([job?.id, id]).toEqual([`${first}-0`, `${first}-0`]);
      await compare();
      const mine = { id, data: { t: first, v: 0 } } as HopBullJob;
      expect(fields?.data).toBe(JSON.stringify(mine.data));
      return { job, mine };
    }

    /** Commits the hop of a job that was taken. */
    function commit(
      { ledger, first }: Ways,
      job: HopBullJob,
      token: string,
      fetch: boolean,
    ): Promise<string> {
      const delivered = { service: 'alpha', job, token, mayFetch: () => fetch };
      return ledger.deliveries.during(delivered, async () => {
        const claim = await ledger.claim(first, 0);
        if (claim.kind !== 'claimed') return claim.kind;
        return ledger.advance(first, 0, claim.fence, { patch: {}, next: target('beta'), events: [] });
      });
    }

    test.each([true, false])(
      'leaves the same keys as one that BullMQ took and ended (next one taken: %s)',
      async (fetch) => {
        const ways = await twoWays();
        const { job, mine } = await takeFirst(ways, 'token');
        const next = await job?.moveToCompleted(null, 'token', fetch);
        expect(await commit(ways, mine, 'token', fetch)).toBe('ok');
        const left = await ways.compare();
        expect(left[`${ways.first}-0`]).toBeUndefined();
        expect(left.active).toEqual(fetch ? [`${ways.second}-0`] : undefined);
        const given = ways.ledger.deliveries.nextOf(mine);
        expect(given?.[1]).toBe(fetch ? `${ways.second}-0` : undefined);
        expect(given?.slice(1)).toEqual((next as unknown[]).slice(1));
        expect((await ways.carrier.read(ways.first))?.v).toBe(1);
      },
    );

    test('a worker that took the last job does not look for another, and is woken by the next', async () => {
      const ways = await twoWays();
      const { mine } = await takeFirst(ways, 'token');
      expect(ways.ledger.deliveries.wasEmptied('alpha')).toBe(false);
      expect(await commit(ways, mine, 'token', true)).toBe('ok');
      const marker = `{${ways.ours}}:alpha:marker`;
      expect(await client.exists(marker)).toBe(0);
      expect(ways.ledger.deliveries.wasEmptied('alpha')).toBe(true);
      expect(ways.ledger.deliveries.wasEmptied('alpha')).toBe(false);
      await ways.carrier.start(aTurn(), target('alpha'));
      expect(await client.exists(marker)).toBe(1);
    });

    test('is claimed when it is taken: the hop finds the claim, and it counts as one attempt', async () => {
      const ways = await twoWays();
      const { mine } = await takeFirst(ways, 'token');
      expect(await client.hget(`{${ways.ours}}:turn:${ways.first}`, 'a')).toBe('1');
      expect(await commit(ways, mine, 'token', true)).toBe('ok');
      expect(await ways.ledger.claim(ways.second, 0)).toMatchObject({
        kind: 'claimed',
        attempt: 1,
        fence: 1,
      });
      expect(await ways.ledger.claim(ways.second, 0)).toMatchObject({
        kind: 'claimed',
        attempt: 2,
        fence: 2,
      });
    });

    test('a claim that no handler asked for is handed back', async () => {
      const ways = await twoWays();
      const { mine } = await takeFirst(ways, 'token');
      await ways.ledger.unclaim(mine.data);
      expect(await client.hget(`{${ways.ours}}:turn:${ways.first}`, 'a')).toBe('0');
      await ways.ledger.unclaim(mine.data);
      expect(await client.hget(`{${ways.ours}}:turn:${ways.first}`, 'a')).toBe('0');
    });

    test('whose lock another worker now holds is left alone, and the commit is valid', async () => {
      const ways = await twoWays();
      const { mine } = await takeFirst(ways, 'token');
      const lock = `{${ways.ours}}:alpha:${ways.first}-0:lock`;
      await client.set(lock, 'another');
      expect(await commit(ways, mine, 'token', true)).toBe('ok');
      expect(ways.ledger.deliveries.nextOf(mine)).toBeUndefined();
      expect(await client.get(lock)).toBe('another');
      expect(await client.lrange(`{${ways.ours}}:alpha:active`, 0, -1)).toEqual([`${ways.first}-0`]);
      expect(await client.lrange(`{${ways.ours}}:alpha:wait`, 0, -1)).toEqual([`${ways.second}-0`]);
    });

    test('is left alone if the commit is refused', async () => {
      const ways = await twoWays();
      const { mine } = await takeFirst(ways, 'token');
      const { fence } = (await ways.ledger.claim(ways.first, 0)) as { fence: number };
      await ways.carrier.cancel(ways.first);
      const delivered = { service: 'alpha', job: mine, token: 'token', mayFetch: () => true };
      const reply = await ways.ledger.deliveries.during(delivered, () =>
        ways.ledger.advance(ways.first, 0, fence, { patch: {}, next: target('beta'), events: [] }),
      );
      expect(reply).toBe('terminal');
      expect(ways.ledger.deliveries.nextOf(mine)).toBeUndefined();
      expect(await client.get(`{${ways.ours}}:alpha:${ways.first}-0:lock`)).toBe('token');
    });

    test('a claim that is sent again counts once', async () => {
      const ways = await twoWays();
      const { claim } = loadScripts(`{${ways.ours}}`, limits);
      const send = async (by: string) =>
        (await runScript(client, claim, `{${ways.ours}}:turn:${ways.first}`, {
          t: ways.first,
          v: 0,
          by,
          now: Date.now(),
        })) as unknown[];
      expect((await send('one')).slice(0, 3)).toEqual(['claimed', 1, 1]);
      expect((await send('one')).slice(0, 3)).toEqual(['claimed', 1, 1]);
      expect((await send('two')).slice(0, 3)).toEqual(['claimed', 2, 2]);
    });

    describe('and hands its turn over to this process', () => {
      /** Takes the first job, and a place for the hop after it. */
      async function handingOver(streak = 0) {
        const ways = await twoWays();
        const { ledger, ours } = ways;
        const ran: HopHere[] = [];
        let kept = 0;
        const place = { token: 'here', run: (hop: HopHere) => void ran.push(hop), free: () => void kept-- };
        ledger.handOvers.add('beta', { keepPlace: () => (kept++, place), untilFree: () => null });
        const { job, mine } = await takeFirst(ways, 'token');
        const commitHere = (fetch = false): Promise<string> => {
          const delivered = { service: 'alpha', job: mine, token: 'token', mayFetch: () => fetch, streak };
          return ledger.deliveries.during(delivered, async () => {
            const claim = await ledger.claim(ways.first, 0);
            if (claim.kind !== 'claimed') return claim.kind;
            return ledger.advance(ways.first, 0, claim.fence, {
              patch: {},
              next: target('beta'),
              events: [],
            });
          });
        };
        const next = `${ways.first}-1`;
        const beta = `{${ours}}:beta`;
        return { ...ways, job, mine, ran, places: () => kept, commitHere, next, beta };
      }

      test('leaves the keys that BullMQ leaves when a worker ends the job, and takes one that was added', async () => {
        const way = await handingOver();
        const theirs = way.ours.replace('commit', 'bullmq');
        const queue = new Queue('beta', {
          ...{ connection: { url: redis.url }, prefix: `{${theirs}}`, skipMetasUpdate: true },
        });
        const worker = new Worker('beta', null, {
          ...{ connection: { url: redis.url }, prefix: `{${theirs}}`, lockDuration: LOCK_MS },
        });
        opened.push(queue, worker);
        await way.job?.moveToCompleted(null, 'token', false);
        await queue.add('hop', { t: way.first, v: 1 }, { ...JOB_OPTIONS, jobId: way.next });
        await worker.getNextJob('here', { block: false });
        expect(await way.commitHere()).toBe('ok');
        await way.compare();
        // No job was added, so none is counted, and no worker must be woken.
        const { id, meta, marker, ...expected } = await dump(theirs, 'beta');
        expect([id, meta, marker]).not.toContain(undefined);
        for (const name of ['id ttl', 'meta ttl', 'marker ttl']) delete expected[name];
        expect(await dump(way.ours, 'beta')).toEqual(expected);
        expect(expected).toMatchObject({ active: [way.next], [`${way.next}:lock`]: 'here' });
        expect(way.ran).toMatchObject([{ t: way.first, v: 1, streak: 1 }]);
      });

      test.each([true, false])('fills the place of the job that ended, if it may: %s', async (fetch) => {
        const way = await handingOver();
        expect(await way.commitHere(fetch)).toBe('ok');
        const given = way.ledger.deliveries.nextOf(way.mine);
        expect(given?.[1]).toBe(fetch ? `${way.second}-0` : undefined);
        expect(await client.llen(`{${way.ours}}:alpha:active`)).toBe(fetch ? 1 : 0);
        expect(way.ran).toHaveLength(1);
      });

      test('claims the hop once: as one attempt, with a fence that refuses the hop before', async () => {
        const way = await handingOver();
        expect(await way.commitHere()).toBe('ok');
        const fields = ['v', 'a', 'b', 'f', 'p', 'by', 'service', 'step'] as const;
        expect(await client.hmget(`{${way.ours}}:turn:${way.first}`, ...fields)).toEqual([
          '1',
          '1',
          '0',
          '2',
          'shared',
          'here',
          'beta',
          'beta_step',
        ]);
        expect(await way.ledger.emit(way.first, 0, 1, 1, { type: 'answer.delta', text: 'late' })).toBe(
          'superseded',
        );
        expect(await way.ledger.claim(way.first, 1)).toMatchObject({ kind: 'claimed', fence: 2, attempt: 1 });
        // Its process died: the next delivery counts that as a death among others.
        expect(await way.ledger.claim(way.first, 1)).toMatchObject({
          kind: 'claimed',
          fence: 3,
          attempt: 2,
          failures: 0,
        });
      });

      test('is watched: the watchdog leaves it alone while its job exists, and brings it back otherwise', async () => {
        const way = await handingOver();
        expect(await way.commitHere()).toBe('ok');
        const later = Date.now() + 50_000;
        expect(await way.carrier.reap(later)).toBe(0);
        await client.lrem(`${way.beta}:active`, 0, way.next);
        expect(await way.carrier.reap(later + 40_000)).toBeGreaterThan(0);
        expect(await client.lrange(`${way.beta}:wait`, 0, -1)).toContain(way.next);
      });

      test.each([
        [0, true],
        [HOPS_BEFORE_OTHERS - 1, true],
        [HOPS_BEFORE_OTHERS, false],
      ])(
        'gives way to turns that wait in the next queue after %i hops here: still here %s',
        async (streak, here) => {
          const way = await handingOver(streak);
          await way.carrier.start(aTurn(), target('beta'));
          expect(await way.commitHere()).toBe('ok');
          expect(way.ran).toHaveLength(here ? 1 : 0);
          expect(way.places()).toBe(here ? 1 : 0);
          expect(await client.llen(`${way.beta}:wait`)).toBe(here ? 1 : 2);
        },
      );

      test('does not happen if another worker holds the job that ends, and the commit is valid', async () => {
        const way = await handingOver();
        await client.set(`{${way.ours}}:alpha:${way.first}-0:lock`, 'another');
        expect(await way.commitHere()).toBe('ok');
        expect(way.ran).toEqual([]);
        expect(way.places()).toBe(0);
        expect(await client.lrange(`${way.beta}:wait`, 0, -1)).toEqual([way.next]);
        expect(await client.lrange(`{${way.ours}}:alpha:active`, 0, -1)).toEqual([`${way.first}-0`]);
      });

      test('does not happen to a turn whose time is over: its next claim ends it', async () => {
        const way = await handingOver();
        await client.hset(`{${way.ours}}:turn:${way.first}`, 'deadline', Date.now() - 1);
        expect(await way.commitHere()).toBe('ok');
        expect([way.ran, way.places()]).toEqual([[], 0]);
        expect(await client.lrange(`${way.beta}:wait`, 0, -1)).toEqual([way.next]);
        expect((await way.ledger.claim(way.first, 1)).kind).toBe('expired');
      });

      test('frees its place if the commit is refused', async () => {
        const way = await handingOver();
        const { fence } = (await way.ledger.claim(way.first, 0)) as { fence: number };
        expect(fence).toBe(1);
        await way.carrier.cancel(way.first);
        expect(await way.commitHere()).toBe('terminal');
        expect(way.places()).toBe(0);
        expect(way.ran).toEqual([]);
      });

      test('claims it once if the commit is sent again, because its reply was lost', async () => {
        const way = await handingOver();
        const { advance } = loadScripts(`{${way.ours}}`, limits);
        const job = { service: 'alpha', id: `${way.first}-0`, token: 'token', lock: LOCK_MS, fetch: false };
        const send = async (here: string) =>
          (await runScript(client, advance, `{${way.ours}}:turn:${way.first}`, {
            ...{ t: way.first, v: 0, f: 1, groups: 0, job, here: { token: here } },
            next: { step: 'beta_step', service: 'beta' },
          })) as unknown[];
        const [code, next, claim] = await send('here');
        expect([code, next, claim]).toEqual(['ok', 0, [2, expect.any(Number)]]);
        expect(await send('here')).toEqual(['ok', 0, [2, expect.any(Number)]]);
        expect(await send('another')).toEqual(['past']);
        expect(await client.hget(`{${way.ours}}:turn:${way.first}`, 'a')).toBe('1');
        expect(await client.lrange(`${way.beta}:active`, 0, -1)).toEqual([way.next]);
        // Its lock has lapsed: another process may have the hop by now.
        await client.del(`${way.beta}:${way.next}:lock`);
        expect(await send('here')).toEqual(['past']);
      });
    });
  });
});
