import type { Redis } from 'ioredis';
import { describeWithRedis, TestRedis } from '../../../../../test/redis/redis-server';
import { carrierConformance } from '../conformance';
import { age } from '../testing/age';
import { createBullmqCarrier } from './bullmq-carrier';

describeWithRedis('bullmq carrier on a node of a cluster', () => {
  let redis: TestRedis;
  let client: Redis;
  let count = 0;
  beforeAll(async () => {
    redis = await TestRedis.startAsCluster();
    client = redis.client();
  });
  afterAll(() => {
    client.disconnect();
    return redis.stop();
  });

  it('would be refused a script with keys of several slots', async () => {
    const client = redis.client();
    await expect(client.eval('return 1', 2, 'one', 'two')).rejects.toThrow('CROSSSLOT');
    client.disconnect();
  });

  carrierConformance(async (limits, onEnd) => {
    const prefix = `cluster:${++count}`;
    const carrier = createBullmqCarrier({
      ...{ redisUrl: redis.url, prefix },
      ...(limits ? { limits } : {}),
      ...(onEnd ? { onEnd } : {}),
    });
    return { carrier, later: (ms) => age(client, prefix, ms), dispose: () => carrier.close() };
  });
});

describeWithRedis('a node of a cluster that keeps other keys', () => {
  it('names the node that keeps them', async () => {
    const { node: first } = await TestRedis.startAsNode();
    const { node: second, busPort } = await TestRedis.startAsNode();
    const [at, other] = [first.client(), second.client()];
    const carrier = createBullmqCarrier({ redisUrl: first.url, onError: () => undefined });
    try {
      await other.cluster('ADDSLOTS', ...Array.from({ length: 16_384 }, (_, slot) => slot));
      await at.call('CLUSTER', 'MEET', '127.0.0.1', second.port, busPort);
      while (!(await at.cluster('INFO')).includes('cluster_state:ok'))
        await new Promise((resolve) => setTimeout(resolve, 50));
      await expect(carrier.check()).rejects.toMatchObject({
        code: 'redis_unavailable',
        retryable: false,
        message: expect.stringMatching(
          new RegExp(`127.0.0.1:${first.port} is one node .*127.0.0.1:${second.port}.*REDIS_URL`),
        ),
      });
    } finally {
      await carrier.close();
      at.disconnect();
      other.disconnect();
      for (const node of [first, second]) await node.stop();
    }
  });
});
