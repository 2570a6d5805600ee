import { call, EventStream } from '../api/gateway-under-test';
import { describeWithRedis, TestRedis } from '../redis/redis-server';
import { Apart } from './apart';

/** What an operator does by mistake, or a Redis without a file by being started again: running turns are lost, and nothing else is. */
describeWithRedis('Redis that has lost all it knew', () => {
  let redis: TestRedis;
  let apart: Apart;

  beforeAll(async () => {
    redis = await TestRedis.start();
    apart = await Apart.start({ redisUrl: redis.url });
  }, 120_000);
  afterAll(async () => {
    await apart.close();
    await redis.stop();
  }, 60_000);

  it.each([
    ['emptied', flushAll],
    ['started again without a file', () => redis.restart()],
  ])(
    '%s: streams of its turns end, and new ones are answered',
    async (_how, lose) => {
      const { id } = await apart.askApart();
      const events = `/v1/turns/${id}/events`;
      const stream = await EventStream.open(apart.gateway.url, events);
      await stream.until('answer.delta');
      await lose();
      expect((await stream.rest()).map(({ event }) => event)).not.toContain('turn.finished');
      expect((await call(apart.gateway.url, `GET /v1/turns/${id}`)).status).toBe(404);
      expect((await call(apart.gateway.url, `GET ${events}`)).status).toBe(404);
      await apart.askAll(2);
      const { figures, violations } = await apart.audited();
      expect(violations).toEqual([]);
      expect(figures).toMatchObject({ accepted: 2, ended: 2, lost: 0, doubled: 0 });
    },
    120_000,
  );

  async function flushAll(): Promise<void> {
    const client = redis.client();
    await client.flushall();
    client.disconnect();
  }
});
