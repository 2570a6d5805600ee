import type { Redis } from 'ioredis';
import { describeWithRedis, TestRedis } from '../../../../../test/redis/redis-server';
import { carrierConformance } from '../conformance';
import { age } from '../testing/age';
import { createBullmqCarrier } from './bullmq-carrier';

describeWithRedis('bullmq carrier', () => {
  let redis: TestRedis;
  let client: Redis;
  let count = 0;
  beforeAll(async () => {
    redis = await TestRedis.start();
    client = redis.client();
  });
  afterAll(() => {
    client.disconnect();
    return redis.stop();
  });

  carrierConformance(async (limits, onEnd) => {
    const prefix = `conformance:${++count}`;
    const carrier = createBullmqCarrier({
      ...{ redisUrl: redis.url, prefix },
      ...(limits ? { limits } : {}),
      ...(onEnd ? { onEnd } : {}),
    });
    return { carrier, later: (ms) => age(client, prefix, ms), dispose: () => carrier.close() };
  });
});
