import { mkdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { expectRefusal, SHOP, Workplace, type Running } from '../cli/quarry';
import { describeWithRedis, TestRedis } from '../redis/redis-server';
import { FaultyProxy } from './faulty-proxy';

const LONG = '600';

/** Redis answers when it is asked whether it is there, and fails in the middle of what follows. */
describeWithRedis('a start over a sick Redis', () => {
  const at = new Workplace();
  let redis: TestRedis;
  let client: Redis;
  let shop: string;
  beforeAll(async () => {
    redis = await TestRedis.start(['--save', '3600', '1']);
    client = redis.client();
    shop = at.write('shop', SHOP);
    expect((await at.run(['index', shop])).code).toBe(0);
  }, 300_000);
  afterAll(async () => {
    client.disconnect();
    await redis.stop();
    at.remove();
  });

  function serve(names: string, url: string, seconds: string): Running {
    const env = { REDIS_URL: url, QUARRY_STORE_WAIT: seconds };
    return at.start(['serve', ...names.split(' '), '--port', '0'], { cwd: shop, env });
  }

  async function close(running: Running): Promise<void> {
    running.child.kill('SIGTERM');
    expect(await running.ended).toMatchObject({ code: 0, err: expect.stringContaining('quarry: closed') });
  }

  /** Connections of Redis but for this test's own. */
  async function connections(): Promise<number> {
    return (
      String(await client.client('LIST'))
        .trim()
        .split('\n').length - 1
    );
  }

  async function everOpened(): Promise<number> {
    return Number(/total_connections_received:(\d+)/.exec(await client.info('stats'))?.[1]);
  }

  async function connectionsAre(count: number): Promise<void> {
    while ((await connections()) !== count) await pause(50);
  }

  /**
   * From now on, Redis refuses writes (MISCONF), as on a full disk: a folder is at the path of its snapshot. Returns a
   * function that repairs it.
   */
  async function misconfigured(): Promise<() => Promise<void>> {
    const [, folder = ''] = (await client.config('GET', 'dir')) as string[];
    const inTheWay = join(folder, 'dump.rdb');
    await rm(inTheWay, { force: true });
    await mkdir(inTheWay);
    await saved('err');
    return async () => {
      await rmdir(inTheWay);
      await saved('ok');
    };
  }

  async function saved(status: 'ok' | 'err'): Promise<void> {
    while (!(await client.info('persistence')).includes(`rdb_last_bgsave_status:${status}`)) {
      await client.bgsave().catch(() => undefined);
      await pause(50);
    }
  }

  it('a gateway begins again, whole, until Redis takes writes, and leaves nothing open of the starts that failed', async () => {
    const well = serve('gateway router', redis.url, LONG);
    await well.said(' up (');
    const usual = await connections();
    await close(well);
    await connectionsAre(0);

    const mend = await misconfigured();
    const running = serve('gateway router', redis.url, LONG);
    await running.said('the start failed and is retried (');
    expect(running.soFar()).toMatch(
      /retried \(\d+ of 600 s\): Redis at 127\.0\.0\.1:\d+ cannot answer now \(MISCONF/,
    );
    // It begins again at least twice.
    const opened = await everOpened();
    while ((await everOpened()) < opened + 2 * usual) await pause(50);
    await mend();
    await running.said(' up (');
    await connectionsAre(usual);
    const [, url = ''] = /API at (http:\/\/[\w.:]+)/.exec(running.soFar()) ?? [];
    expect((await fetch(`${url}/health/ready`)).status).toBe(200);
    await close(running);
  });

  it.each(['retriever', 'loop-guard answerer', 'gateway'])(
    '%s begins again where the connections break after the first look',
    async (names) => {
      const proxy = await FaultyProxy.start(redis.url);
      proxy.refuseBeyond(1);
      const running = serve(names, proxy.url, LONG);
      await running.said('the start failed and is retried (');
      proxy.heal();
      await running.said(' up (');
      await close(running);
      await proxy.close();
    },
  );

  it('ends with its error once QUARRY_STORE_WAIT is over', async () => {
    const proxy = await FaultyProxy.start(redis.url);
    proxy.refuseBeyond(1);
    const ended = await serve('retriever', proxy.url, '1').ended;
    expectRefusal(ended, 1, 'redis_unavailable', '127.0.0.1', 'REDIS_URL');
    expect(ended.err).toMatch(/Waited \d+ s \(QUARRY_STORE_WAIT\)/);
    await proxy.close();
  });

  it('SIGTERM ends it, between two starts and within one', async () => {
    const proxy = await FaultyProxy.start(redis.url);
    proxy.refuseBeyond(1);
    const between = serve('retriever', proxy.url, LONG);
    await between.said('the start failed and is retried (');
    await close(between);
    const before = proxy.connections;
    proxy.refuseBeyond(before + 1);
    const within = serve('retriever', proxy.url, LONG);
    while (proxy.connections < before + 2) await pause(5);
    expect(within.soFar()).not.toContain('is retried');
    await close(within);
    await proxy.close();
  });
});
