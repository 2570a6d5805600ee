import { mkdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { describeWithRedis, TestRedis } from '../redis/redis-server';
import { Apart } from './apart';
import { LONG, report } from './figures';

const TURNS = LONG ? 40 : 4;

/** Redis that takes no writes: short of memory, or of disk. What was accepted waits and ends once; what is asked meanwhile is refused. */
describeWithRedis('Redis without room', () => {
  let redis: TestRedis;
  let client: Redis;
  let apart: Apart;

  beforeAll(async () => {
    redis = await TestRedis.startAppendOnly();
    client = redis.client();
    apart = await Apart.start({ redisUrl: redis.url });
  }, 120_000);
  afterAll(async () => {
    await apart.close();
    client.disconnect();
    await redis.stop();
  }, 60_000);

  it('memory: new turns are refused from 70 % on, running ones wait at 100 % and go on', async () => {
    const ids = await apart.askAll(TURNS);
    await apart.reached(ids[0] ?? '', 'answer.delta');
    // What is used, and nothing more: every write is refused.
    await client.config('SET', 'maxmemory', String(await used()));
    expect(await refusal()).toMatchObject({ status: 503, retryAfter: '2' });
    await sleep(LONG ? 20_000 : 1_500);
    await client.config('SET', 'maxmemory', String(Math.ceil((await used()) / 0.8)));
    await expectAllEnd('Redis at maxmemory');
    expect(await refusal()).toMatchObject({ status: 503, retryAfter: '2' });
    await client.config('SET', 'maxmemory', '0');
    await apart.askAll(1);
    expect((await apart.audited()).figures).toMatchObject({ accepted: 1, ended: 1 });
  }, 200_000);

  it('disk: while Redis cannot save, new turns are refused and running ones wait', async () => {
    const [, folder = ''] = (await client.config('GET', 'dir')) as string[];
    await client.config('SET', 'save', '3600 1000000');
    // A folder at the path of the snapshot: the write fails as on a full disk, and from then on Redis refuses all
    // others (MISCONF).
    const inTheWay = join(folder, 'dump.rdb');
    await rm(inTheWay, { force: true });
    await mkdir(inTheWay);
    const ids = await apart.askAll(TURNS);
    await apart.reached(ids[0] ?? '', 'answer.delta');
    await save('err');
    expect(await refusal()).toMatchObject({ status: 503, retryAfter: '2' });
    await sleep(LONG ? 20_000 : 1_500);
    await rmdir(inTheWay);
    await save('ok');
    await expectAllEnd('Redis cannot write to its disk');
  }, 200_000);

  /** Has Redis write a snapshot, and waits until it says how that went. */
  async function save(status: 'ok' | 'err'): Promise<void> {
    const told = `rdb_last_bgsave_status:${status}`;
    while (!(await client.info('persistence')).includes(told)) {
      await client.bgsave().catch(() => undefined);
      await sleep(50);
    }
  }

  async function used(): Promise<number> {
    return Number(/used_memory:(\d+)/.exec(await client.info('memory'))?.[1]);
  }

  /** The first reply that says no: what Redis said half a second ago may still count. */
  async function refusal(): Promise<object> {
    for (;;) {
      const reply = await apart.ask();
      if (reply.status !== 202) return reply;
    }
  }

  /** It looks at every turn after two minutes: what ends now has not waited for that. */
  async function watchdogAway(): Promise<void> {
    const due = '{quarry:0}:due';
    for (const turn of await client.zrange(due, 0, -1)) await client.zincrby(due, 3_600_000, turn);
  }

  async function expectAllEnd(fault: string): Promise<void> {
    await watchdogAway();
    const began = performance.now();
    const { figures, violations } = await apart.audited();
    const recoveryMs = Math.round(performance.now() - began);
    report({ fault, ...figures, recoveryMs });
    expect(violations).toEqual([]);
    expect(figures).toMatchObject({ lost: 0, doubled: 0, hopsDoubled: 0, streamGaps: 0 });
    expect(figures.accepted).toBeGreaterThanOrEqual(TURNS);
  }
});
