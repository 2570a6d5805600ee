import { describeWithRedis, TestRedis } from '../../../../../test/redis/redis-server';
import type { Carrier } from '../carrier';
import { hopController, serve } from '../testing/services';
import { aTurn, collect, mustClaim, target, types } from '../testing/turns';
import { createBullmqCarrier } from './bullmq-carrier';

const DONE = { outcome: 'answered', reason: 'done' } as const;

test.each(['', 'localhost:6379', 'http://localhost', 'redis://'])(
  'the URL %j is refused, and not shown',
  (redisUrl) => {
    expect(() => createBullmqCarrier({ redisUrl })).toThrow(
      expect.objectContaining({ code: 'setup_failed' }),
    );
  },
);

test('an unreachable server is a clear fault, without the password', async () => {
  const errors: unknown[] = [];
  const redisUrl = 'redis://user:geheim@127.0.0.1:1/0';
  const carrier = createBullmqCarrier({ redisUrl, onError: (error) => errors.push(error) });
  for (const call of [
    () => carrier.check(),
    () => carrier.start(aTurn(), target('alpha')),
    () => carrier.read('t1'),
  ]) {
    const fault: unknown = await call().catch((error: unknown) => error);
    expect(fault).toMatchObject({ name: 'Fault', code: 'redis_unavailable', retryable: true });
    expect(String(fault)).toContain('127.0.0.1:1');
    expect(String(fault)).toContain('redis-server');
    expect(String(fault)).not.toContain('geheim');
  }
  expect(String(errors)).not.toContain('geheim');
  await carrier.close();
});

describeWithRedis('Redis away or wrong', () => {
  const servers: TestRedis[] = [];
  const carriers: Carrier[] = [];
  afterEach(async () => {
    await Promise.all(carriers.splice(0).map((carrier) => carrier.close()));
    await Promise.all(servers.splice(0).map((server) => server.stop()));
  });

  async function open(
    args: readonly string[] = [],
    credentials = '',
  ): Promise<{ redis: TestRedis; carrier: Carrier }> {
    const redis = await TestRedis.start(args);
    const redisUrl = redis.url.replace('//', `//${credentials}`);
    const carrier = createBullmqCarrier({ redisUrl, onError: () => undefined });
    servers.push(redis);
    carriers.push(carrier);
    return { redis, carrier };
  }

  test('an evicting memory policy is refused, with the command that fixes it', async () => {
    const { redis, carrier } = await open(['--maxmemory-policy', 'allkeys-lru']);
    await expect(carrier.check()).rejects.toMatchObject({
      code: 'redis_policy',
      message: expect.stringContaining(
        `redis-cli -h 127.0.0.1 -p ${redis.port} CONFIG SET maxmemory-policy noeviction`,
      ),
    });
    await expect(serve(carrier, [hopController('alpha', async () => undefined)])).rejects.toMatchObject({
      code: 'redis_policy',
    });
    const client = redis.client();
    await client.config('SET', 'maxmemory-policy', 'noeviction');
    client.disconnect();
    await expect(carrier.check()).resolves.toEqual([expect.stringContaining('appendonly yes')]);
  });

  test('wrong credentials are named as such', async () => {
    const { carrier } = await open(['--requirepass', 'right'], ':wrong@');
    const fault: unknown = await carrier.check().catch((error: unknown) => error);
    expect(fault).toMatchObject({ code: 'redis_unavailable', retryable: false });
    expect(String(fault)).toContain('credentials');
    const other = await open(['--requirepass', 'right'], ':right@');
    await expect(other.carrier.check()).resolves.toEqual([expect.stringContaining('appendonly yes')]);
  });

  test('a full server refuses new turns and keeps the old ones', async () => {
    const { redis, carrier } = await open();
    const turn = aTurn();
    await carrier.start(turn, target('alpha'));
    const client = redis.client();
    await client.config('SET', 'maxmemory', '1mb');
    await expect(carrier.start(aTurn(), target('alpha'))).rejects.toMatchObject({
      code: 'redis_unavailable',
      retryable: true,
      message: expect.stringContaining('maxmemory'),
    });
    await client.config('SET', 'maxmemory', '0');
    client.disconnect();
    expect((await mustClaim(carrier, turn.id, 0)).turn.id).toBe(turn.id);
  });

  test('the work of a hop waits for a full server, and is not lost', async () => {
    const { redis, carrier } = await open();
    const turn = aTurn();
    await carrier.start(turn, target('alpha'));
    const { fence } = await mustClaim(carrier, turn.id, 0);
    const client = redis.client();
    await client.config('SET', 'maxmemory', '1mb');
    const told = carrier.emit(turn.id, 0, fence, 1, { type: 'answer.delta', text: 'so far' });
    const committed = carrier.advance(turn.id, 0, fence, { patch: {}, next: DONE, events: [] });
    const refused = async (): Promise<string> => {
      return refusalsIn(await client.info('errorstats')) >= 6 ? 'waits' : refused();
    };
    await expect(Promise.race([told, committed, refused()])).resolves.toBe('waits');
    await client.config('SET', 'maxmemory', '0');
    client.disconnect();
    expect(await told).toBe('ok');
    expect(await committed).toBe('ok');
    expect((await carrier.read(turn.id))?.turn.end).toMatchObject(DONE);
  });

  test('a server that fails is a fault at once, and everything works after its return', async () => {
    const { redis, carrier } = await open();
    const app = await serve(carrier, [
      hopController('alpha', async ({ t, v }) => {
        const claim = await carrier.claim(t, v);
        if (claim.kind !== 'claimed') return;
        await carrier.advance(t, v, claim.fence, { patch: {}, next: DONE, events: [] });
      }),
    ]);
    await carrier.start(aTurn(), target('alpha'));
    await redis.kill();
    await expect(carrier.start(aTurn(), target('alpha'))).rejects.toMatchObject({
      code: 'redis_unavailable',
    });
    await expect(carrier.check()).rejects.toMatchObject({ code: 'redis_unavailable' });
    await redis.restart();
    const turn = aTurn();
    for (;;) {
      const started = await carrier.start(turn, target('alpha')).catch(() => null);
      if (started) break;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect(types(await collect(carrier.events(turn.id)))).toEqual(['turn.started', 'turn.finished']);
    await app.close();
  });
});

/** How often a server said that its memory is full. */
function refusalsIn(errorStats: string): number {
  return Number(/^errorstat_OOM:count=(\d+)/m.exec(errorStats)?.[1] ?? 0);
}
