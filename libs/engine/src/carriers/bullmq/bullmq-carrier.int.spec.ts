import { describeWithRedis, TestRedis } from '../../../../../test/redis/redis-server';
import { carrierConformance } from '../conformance';
import { createBullmqCarrier } from './bullmq-carrier';

describeWithRedis('bullmq carrier', () => {
  let redis: TestRedis;
  let count = 0;
  beforeAll(async () => {
    redis = await TestRedis.start();
  });
  afterAll(() => redis.stop());

  carrierConformance(async (limits, onEnd) => {
    const carrier = createBullmqCarrier({
      redisUrl: redis.url,
      prefix: `conformance:${++count}`,
      ...(limits ? { limits } : {}),
      ...(onEnd ? { onEnd } : {}),
    });
    return { carrier, dispose: () => carrier.close() };
  });
});
