import type { INestMicroservice } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { describeWithRedis, TestRedis } from '../../../../../test/redis/redis-server';
import type { Carrier, HopJob } from '../carrier';
import { REDELIVERY_MS } from '../delivery';
import { hopController, serve } from '../testing/services';
import { aTurn, collect, mustClaim, target } from '../testing/turns';
import { createBullmqCarrier } from './bullmq-carrier';

const HOUR_MS = 3_600_000;
const DONE = { outcome: 'answered', reason: 'done' } as const;

describeWithRedis('process clocks that differ from the clock of Redis', () => {
  let redis: TestRedis;
  let carrier: Carrier;
  beforeAll(async () => {
    redis = await TestRedis.start();
    carrier = createBullmqCarrier({ redisUrl: redis.url, onError: () => undefined });
  });
  afterAll(async () => {
    await carrier.close();
    await redis.stop();
  });
  afterEach(() => jest.restoreAllMocks());

  /** From now on, the clock of this process is this much later. */
  function ahead(ms: number): void {
    jest.restoreAllMocks();
    const { now } = Date;
    jest.spyOn(Date, 'now').mockImplementation(() => now() + ms);
  }

  test.each([-26, -1, 1, 26])(
    'a worker that is %i hours ahead ends no turn, and has the remaining time',
    async (hours) => {
      const turn = aTurn();
      await carrier.start(turn, target('alpha'));
      ahead(hours * HOUR_MS);
      expect(await carrier.reap()).toBe(0);
      const claim = await mustClaim(carrier, turn.id, 0);
      const left = claim.turn.deadline - Date.now();
      expect(left).toBeGreaterThan(0);
      expect(left).toBeLessThanOrEqual(turn.deadline - turn.askedAt);
      expect(await carrier.advance(turn.id, 0, claim.fence, { patch: {}, next: DONE, events: [] })).toBe(
        'ok',
      );
      expect(await carrier.takeEnded(100, 60_000)).toContain(turn.id);
    },
  );

  test.each([-26, 26])(
    'a question asked %i hours ahead has its whole time, and removes no turn from the list',
    async (hours) => {
      const tenant = `of-${hours + 26}`;
      const before = aTurn({ tenant });
      await carrier.start(before, target('alpha'));
      ahead(hours * HOUR_MS);
      const turn = aTurn({ tenant });
      await carrier.start(turn, target('alpha'));
      jest.restoreAllMocks();
      expect(await carrier.reap()).toBe(0);
      const kept = (await carrier.read(turn.id))?.turn;
      expect(Math.abs((kept?.askedAt ?? 0) - Date.now())).toBeLessThan(HOUR_MS);
      expect((kept?.deadline ?? 0) - (kept?.askedAt ?? 0)).toBe(turn.deadline - turn.askedAt);
      expect((await carrier.recent(tenant, 10)).map((view) => view.turn.id)).toEqual([turn.id, before.id]);
    },
  );

  describe('and a hop that fails, takes long, or was postponed', () => {
    const apps: INestMicroservice[] = [];
    let client: Redis;
    beforeAll(() => {
      client = redis.client();
    });
    afterEach(() => Promise.all(apps.splice(0).map((app) => app.close())));
    afterAll(() => {
      client.disconnect();
    });

    async function serverTime(): Promise<number> {
      const [seconds = 0, micros = 0] = await client.time();
      return Number(seconds) * 1_000 + Number(micros) / 1_000;
    }

    /** Waits until a lock has been renewed twice or has expired. Returns the number of renewals. */
    async function renewals(lock: string): Promise<number> {
      let count = 0;
      for (let left = await client.pttl(lock); left > 0 && count < 2;) {
        const now = await client.pttl(lock);
        if (now > left) count++;
        left = now;
      }
      return count;
    }

    async function commit({ t, v }: HopJob): Promise<void> {
      const { fence } = await mustClaim(carrier, t, v);
      await carrier.advance(t, v, fence, { patch: {}, next: DONE, events: [] });
    }

    test.each([-26, -3, 3, 26])(
      'waits for its backoff by the clock of Redis if its worker is %i hours ahead',
      async (hours) => {
        const service = `fails-${hours + 26}`;
        const threw: number[] = [];
        const began: number[] = [];
        const Fails = hopController(service, async (job, { delivery }) => {
          began.push(await serverTime());
          if (delivery === 3) return commit(job);
          threw.push(await serverTime());
          throw new Error('the connection to the model broke');
        });
        const sent: string[][] = [];
        const watching = client.duplicate();
        const monitor = await watching.monitor();
        monitor.on('monitor', (_at: string, command: string[]) => sent.push(command));
        ahead(hours * HOUR_MS);
        apps.push(await serve(carrier, [Fails]));
        const turn = aTurn();
        await carrier.start(turn, target(service));
        const over = new AbortController();
        const ended = collect(carrier.events(turn.id)).finally(() => over.abort());
        const waits: number[] = [];
        while (!over.signal.aborted) {
          const [, score] = await client.zrange(`{quarry:0}:${service}:delayed`, 0, 0, 'WITHSCORES');
          if (score !== undefined) waits.push(Math.floor(Number(score) / 0x1000) - (await serverTime()));
        }
        expect((await ended).at(-1)?.body).toMatchObject({ outcome: 'answered' });
        monitor.disconnect();
        watching.disconnect();
        expect(waits.length).toBeGreaterThan(0);
        expect(Math.max(...waits)).toBeLessThanOrEqual(2 * REDELIVERY_MS);
        for (const [n, at] of threw.entries())
          expect((began[n + 1] ?? 0) - at).toBeGreaterThanOrEqual(REDELIVERY_MS * 2 ** n);
        // It sleeps until then, and no longer.
        const marker = `{quarry:0}:${service}:marker`;
        const sleeps = sent.filter(([name, key]) => name?.toLowerCase() === 'bzpopmin' && key === marker);
        const short = sleeps.filter(([, , seconds]) => Number(seconds) <= (2 * REDELIVERY_MS) / 1_000);
        expect(short.length).toBeGreaterThan(0);
        const takes = sent.filter((command) =>
          command.some((part) => part.includes(`"service":"${service}","token"`)),
        );
        expect(takes.length).toBeLessThan(30);
      },
      60_000,
    );

    test('is not considered dead if the clock of its worker is set back while it runs', async () => {
      let deliveries = 0;
      let renewed = 0;
      const Long = hopController('long', async (job) => {
        deliveries++;
        if (deliveries > 1) return;
        ahead(-3 * HOUR_MS);
        renewed = await renewals(`{quarry:0}:long:${job.t}-${job.v}:lock`);
        await commit(job);
      });
      apps.push(await serve(carrier, [Long]), await serve(carrier, [Long]));
      const turn = aTurn();
      await carrier.start(turn, target('long'));
      expect((await collect(carrier.events(turn.id))).at(-1)?.body).toMatchObject({ outcome: 'answered' });
      expect([deliveries, renewed]).toEqual([1, 2]);
    }, 60_000);

    test('is brought back by the watchdog if an earlier version postponed it for hours, and otherwise left alone', async () => {
      const turn = aTurn({ deadline: Date.now() + 24 * HOUR_MS });
      await carrier.start(turn, target('put-off'));
      const queue = '{quarry:0}:put-off';
      const id = `${turn.id}-0`;
      const putOff = async (at: number): Promise<void> => {
        await client.lrem(`${queue}:wait`, 0, id);
        await client.zadd(`${queue}:delayed`, at * 0x1000, id);
      };
      const soon = Math.ceil(await serverTime()) + 60_000;
      await putOff(soon + 1_000);
      await carrier.reap(soon);
      expect(await client.zscore(`${queue}:delayed`, id)).not.toBeNull();
      expect(await client.llen(`${queue}:wait`)).toBe(0);
      const later = soon + 60_000;
      await putOff(later + 3 * HOUR_MS);
      await carrier.reap(later);
      expect(await client.zscore(`${queue}:delayed`, id)).toBeNull();
      expect(await client.lrange(`${queue}:wait`, 0, -1)).toEqual([id]);
      apps.push(await serve(carrier, [hopController('put-off', commit)]));
      expect((await collect(carrier.events(turn.id))).at(-1)?.body).toMatchObject({ outcome: 'answered' });
    });
  });
});
