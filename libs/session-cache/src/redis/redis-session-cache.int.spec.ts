import { describeWithRedis, TestRedis } from '../../../../test/redis/redis-server';
import { openSessionCache } from '../adapters';
import { sessionCacheConformance } from '../conformance';
import { finds, KEY, terms } from '../testing/finds';

describeWithRedis('RedisSessionCache', () => {
  let redis: TestRedis;
  beforeAll(async () => {
    redis = await TestRedis.start();
  });
  afterAll(() => redis.stop());

  conformance('redis', () => redis);

  it('sets an expiry on every key, and keeps all of them on one node of a cluster', async () => {
    const cache = openSessionCache(redis.url);
    await cache.remember(KEY, finds(['a']), terms());
    await cache.recall(KEY, terms());
    const client = redis.client();
    const keys = await client.keys('*');
    expect(keys).toHaveLength(2);
    for (const key of keys) {
      expect(key).toMatch(/^\{quarry:0\}:sessions?:/);
      expect(await client.pttl(key)).toBeGreaterThan(29 * 60_000);
    }
    client.disconnect();
    await cache.close();
  });

  it('is independent of an installation with another prefix', async () => {
    const [ours, theirs] = ['ours', 'theirs'].map((prefix) => openSessionCache(redis.url, { prefix }));
    await ours?.remember(KEY, finds(['a']), terms());
    expect(await theirs?.recall(KEY, terms())).toBeNull();
    expect(await theirs?.forget(KEY)).toBe(false);
    await theirs?.remember(KEY, finds(['b']), terms());
    expect((await ours?.recall(KEY, terms()))?.evidence.map(({ id }) => id)).toEqual(['a']);
    await ours?.close();
    await theirs?.close();
  });

  it('reports an unavailable Redis without its password, and can be retried', async () => {
    const away = await TestRedis.start();
    const cache = openSessionCache(away.url.replace('//', '//user:secret@'));
    await away.kill();
    const failure: unknown = await cache.recall(KEY, terms()).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'redis_unavailable', retryable: true });
    expect(String(failure)).toContain(`127.0.0.1:${away.port}`);
    expect(String(failure)).not.toContain('secret');
    await cache.close();
    await away.stop();
  });
});

describeWithRedis('RedisSessionCache on a node of a cluster', () => {
  let redis: TestRedis;
  beforeAll(async () => {
    redis = await TestRedis.startAsCluster();
  });
  afterAll(() => redis.stop());

  conformance('redis cluster', () => redis);
});

function conformance(name: string, redis: () => TestRedis): void {
  sessionCacheConformance({
    name,
    create: async () => ({
      open: async (options) => openSessionCache(redis().url, options),
      dispose: async () => {
        const client = redis().client();
        await client.flushall();
        client.disconnect();
      },
    }),
  });
}
