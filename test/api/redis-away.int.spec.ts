import { createBullmqCarrier } from '@quarry/engine/bullmq';
import { indexFixture } from '../scenarios/index-fixture';
import { describeWithRedis, TestRedis } from '../redis/redis-server';
import { call, expectProblem, startGateway } from './gateway-under-test';

describeWithRedis('the API while Redis is away', () => {
  it('is alive, not ready, refuses questions with 503, and recovers by itself', async () => {
    const redis = await TestRedis.start();
    const fixture = await indexFixture('test/fixtures/dotnet-shop/app');
    const gateway = await startGateway(fixture.dataDir, { carrier: 'bullmq', redisUrl: redis.url });
    const ask = () =>
      call(gateway.url, 'POST /v1/turns', { body: { question: 'How is stock restored?', wait: true } });
    try {
      expect(await call(gateway.url, 'GET /health/ready')).toMatchObject({
        status: 200,
        body: { carrier: 'bullmq' },
      });
      expect(await ask()).toMatchObject({ status: 200, body: { status: 'ended' } });
      await redis.kill();
      expect((await call(gateway.url, 'GET /health/live')).status).toBe(200);
      for (const reply of [
        await call(gateway.url, 'GET /health/ready'),
        await call(gateway.url, 'GET /v1/turns/tsome'),
        await ask(),
      ]) {
        expectProblem(reply, 503, 'redis_unavailable');
        expect(reply.headers.get('retry-after')).toBe('2');
      }
      await redis.restart();
      let ready = await call(gateway.url, 'GET /health/ready');
      while (ready.status === 503) ready = await call(gateway.url, 'GET /health/ready');
      expect(ready.status).toBe(200);
      // The new server knows nothing of what the old one held; the next turn brings its pipeline along for every service.
      const { body } = await ask();
      expect(body).toMatchObject({ status: 'ended', code: null });
      const elsewhere = createBullmqCarrier({ redisUrl: redis.url });
      const found = await elsewhere.find(String(body['pipeline'])).finally(() => elsewhere.close());
      expect(found).not.toBeNull();
    } finally {
      await gateway.close();
      await redis.stop();
      await fixture.remove();
    }
  }, 180_000);
});
