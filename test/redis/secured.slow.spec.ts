import { createBullmqCarrier } from '@quarry/engine/bullmq';
import { openSessionCache } from '@quarry/session-cache';
import { SHOP, Workplace } from '../cli/quarry';
import { describeWithRedis, TestRedis } from './redis-server';

const KEY = { tenant: 'acme', session: 's1' };
const TERMS = { index: { repository: 'r', snapshot: 's', commit: null, updatedAt: 1 }, ttlMinutes: 5 };

/** What the carrier and the session cache say of a server that they cannot use. */
async function refusals(url: string): Promise<string[]> {
  const said: string[] = [];
  const carrier = createBullmqCarrier({ redisUrl: url, onError: (error) => said.push(String(error)) });
  said.push(await carrier.check().then(String, String));
  await carrier.close();
  const cache = openSessionCache(url);
  said.push(await cache.recall(KEY, TERMS).then(String, String));
  await cache.close();
  return said;
}

describeWithRedis('Redis with TLS and passwords', () => {
  const SECRET = 'p@s:s/w+1-geheim';
  const credentials = `quarry:${encodeURIComponent(SECRET)}@`;
  const at = new Workplace();
  let redis: TestRedis;
  beforeAll(async () => {
    redis = await TestRedis.startWithTls(['--requirepass', SECRET]);
    const admin = redis.client(SECRET);
    await admin.acl('SETUSER', 'quarry', 'on', `>${SECRET}`, '~{ours}:*', '&*', '+@all', '-@admin', '+info');
    admin.disconnect();
  });
  afterAll(async () => {
    at.remove();
    await redis.stop();
  });

  it('a question travels over it, and its session is kept there, as a user who may touch only keys of the prefix', async () => {
    const shop = at.write('shop', SHOP);
    expect((await at.run(['index', shop])).code).toBe(0);
    const env = {
      REDIS_URL: redis.url.replace('//', `//${credentials}`),
      QUARRY_REDIS_PREFIX: 'ours',
      NODE_EXTRA_CA_CERTS: redis.ca ?? '',
    };
    const asked = await at.run(['ask', 'value added tax', '--carrier', 'bullmq'], { cwd: shop, env });
    expect(asked).toMatchObject({ code: 0, out: expect.stringContaining('src/tax.ts') });
    expect(`${asked.out}${asked.err}`).not.toContain('geheim');
    const admin = redis.client(SECRET);
    const keys = await admin.keys('*');
    admin.disconnect();
    expect(keys.filter((key) => !key.startsWith('{ours}:'))).toEqual([]);
    expect(keys.filter((key) => key.startsWith('{ours}:session:'))).toHaveLength(1);
  });

  it('an unknown authority: what to set', async () => {
    for (const said of await refusals(redis.url.replace('//', `//${credentials}`))) {
      expect(said).toContain(`Redis at 127.0.0.1:${redis.port} cannot be reached by TLS (`);
      expect(said).toContain('NODE_EXTRA_CA_CERTS');
      expect(said).not.toContain('geheim');
    }
  });

  it('a URL without TLS for a server with it, and the reverse: how the URL begins', async () => {
    const plain = await TestRedis.start();
    const wrong = [redis.url.replace('rediss', 'redis'), plain.url.replace('redis', 'rediss')];
    for (const url of wrong)
      for (const said of await refusals(url)) expect(said).toMatch(/rediss:\/\/… where it speaks TLS/);
    await plain.stop();
  });
});

describeWithRedis('Redis with a password', () => {
  let redis: TestRedis;
  beforeAll(async () => {
    redis = await TestRedis.start(['--requirepass', 'geheim']);
  });
  afterAll(() => redis.stop());

  it.each([
    ['none', ''],
    ['a wrong one', ':verraten@'],
    ['a wrong user', 'nobody:geheim@'],
  ])('%s is refused as such, and not shown', async (_, given) => {
    const said = await refusals(redis.url.replace('//', `//${given}`));
    expect(said.join()).toMatch(
      /rejected the credentials .*REDIS_URL.*rejected the credentials .*SESSION_CACHE_URL/,
    );
    expect(said.join()).not.toMatch(/geheim|verraten/);
  });

  it('the right one is taken', async () => {
    const [carrier, cache] = await refusals(redis.url.replace('//', '//default:geheim@'));
    expect(carrier).toContain('appendonly yes');
    expect(cache).toBe('null');
  });
});
