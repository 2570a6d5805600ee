import { describeWithRedis, TestRedis } from '../../../../../test/redis/redis-server';
import type { Carrier } from '../carrier';
import { aTurn, mustClaim, target } from '../testing/turns';
import { createBullmqCarrier } from './bullmq-carrier';

const HOUR_MS = 3_600_000;
const DONE = { outcome: 'answered', reason: 'done' } as const;

describeWithRedis('clocks of processes that differ from that of Redis', () => {
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

  /** From here on this process believes that it is so much later. */
  function ahead(ms: number): void {
    jest.restoreAllMocks();
    const { now } = Date;
    jest.spyOn(Date, 'now').mockImplementation(() => now() + ms);
  }

  test.each([-26, -1, 1, 26])(
    'a worker that is %i hours ahead ends nobody, and has the time that is left',
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
    'a question asked %i hours ahead has its whole time, and takes nobody from the list',
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
});
