import { describeWithRedis, TestRedis } from './redis-server';

/** What the fault runs rely on: a server that dies keeps what it wrote, and one that loses its power forgets no more than the end of it. */
describeWithRedis('a test server with an append-only file', () => {
  let redis: TestRedis;
  beforeAll(async () => {
    redis = await TestRedis.startAppendOnly();
  });
  afterAll(() => redis.stop());

  it('knows after a kill what it knew before', async () => {
    await set('kept');
    await redis.kill();
    await redis.restart();
    expect(await get('kept')).toBe('yes');
  });

  it('forgets what was written in the last second before a power loss, and nothing before', async () => {
    await set('old');
    const oldBy = Date.now();
    // The cut is by the clock: write for longer than the second that is lost, and than a busy machine may pause.
    let last = 0;
    const client = redis.client();
    for (; Date.now() < oldBy + 4_000; last++) await client.set(`n${last}`, 'yes');
    client.disconnect();
    const from = await redis.powerLoss();
    expect(from).toBeGreaterThanOrEqual(oldBy);
    await redis.restart();
    expect(await get('old')).toBe('yes');
    expect(await get('n0')).toBe('yes');
    expect(await get(`n${last - 1}`)).toBeNull();
  });

  async function set(key: string): Promise<void> {
    const client = redis.client();
    await client.set(key, 'yes');
    client.disconnect();
  }

  async function get(key: string): Promise<string | null> {
    const client = redis.client();
    return client.get(key).finally(() => {
      client.disconnect();
    });
  }
});
