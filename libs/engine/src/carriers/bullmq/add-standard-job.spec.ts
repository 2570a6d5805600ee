import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { describeWithRedis, TestRedis } from '../../../../../test/redis/redis-server';
import { aTurn, mustClaim, target } from '../testing/turns';
import { assertBullmqVersion, BULLMQ_VERSION } from './add-standard-job';
import { createBullmqCarrier } from './bullmq-carrier';
import { JOB_OPTIONS } from './job-options';

test('another BullMQ than the known one is refused, with the command that mends it', () => {
  expect(() => assertBullmqVersion(BULLMQ_VERSION)).not.toThrow();
  expect(() => assertBullmqVersion('6.8.0')).toThrow(
    expect.objectContaining({
      code: 'setup_failed',
      message: expect.stringContaining('npm install --save-exact bullmq@'),
    }),
  );
});

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** A hash without what a clock wrote, and with options as an object: Lua keeps no order of their names. */
function comparable({ timestamp, opts, ...hash }: Record<string, string>): Record<string, unknown> {
  if (timestamp === undefined || opts === undefined) return hash;
  return { ...hash, timestamp: /^\d{13}$/.test(timestamp), opts: JSON.parse(opts) as unknown };
}

describeWithRedis('a job added by script', () => {
  let redis: TestRedis;
  let client: Redis;
  beforeAll(async () => {
    redis = await TestRedis.start();
    client = redis.client();
  });
  const opened: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((thing) => thing.close()));
  });
  afterAll(async () => {
    client.disconnect();
    await redis.stop();
  });

  /** All keys of a queue with their values, names without the prefix; what a clock or a counter wrote is left out. */
  async function dump(prefix: string, service: string): Promise<Record<string, unknown>> {
    const base = `{${prefix}}:${service}:`;
    const found: Record<string, unknown> = {};
    for (const key of (await client.keys(`${base}*`)).sort()) {
      const name = key.slice(base.length);
      const type = await client.type(key);
      if (type === 'hash') {
        found[name] = comparable(await client.hgetall(key));
      } else if (type === 'list') found[name] = await client.lrange(key, 0, -1);
      else if (type === 'zset') found[name] = await client.zrange(key, 0, -1, 'WITHSCORES');
      else if (type === 'stream')
        found[name] = (await client.xrange(key, '-', '+')).map(([, fields]) => fields);
      else found[name] = await client.get(key);
      found[`${name} ttl`] = await client.pttl(key);
    }
    return found;
  }

  test('leaves the same keys as one added by queue.add', async () => {
    const turn = aTurn();
    // Both queues are opened by BullMQ, which writes their settings; only the job comes by different ways.
    const [queue] = ['{by:queue}', '{by:script}'].map((prefix) => {
      const opening = new Queue('alpha', { connection: { url: redis.url }, prefix });
      opened.push(opening);
      return opening;
    });
    await until(async () => (await client.exists('{by:queue}:alpha:meta', '{by:script}:alpha:meta')) === 2);
    await queue?.add('hop', { t: turn.id, v: 0 }, { ...JOB_OPTIONS, jobId: `${turn.id}-0` });
    const carrier = createBullmqCarrier({ redisUrl: redis.url, prefix: 'by:script' });
    opened.push(carrier);
    await carrier.start(turn, target('alpha'));
    const expected = await dump('by:queue', 'alpha');
    expect(await dump('by:script', 'alpha')).toEqual(expected);
    expect(Object.keys(expected)).toEqual(
      expect.arrayContaining(['wait', `${turn.id}-0`, 'marker', 'events', 'id']),
    );
  });

  test('is added by advance and by reap like by start', async () => {
    const carrier = createBullmqCarrier({ redisUrl: redis.url, prefix: 'three:ways' });
    opened.push(carrier);
    const turn = aTurn({ deadline: Date.now() + 3_600_000 });
    await carrier.start(turn, target('alpha'));
    const { fence } = await mustClaim(carrier, turn.id, 0);
    await carrier.advance(turn.id, 0, fence, { patch: {}, next: target('beta'), events: [] });
    const jobKey = `{three:ways}:beta:${turn.id}-1`;
    const advanced = await dump('three:ways', 'beta');
    await client.del(jobKey, '{three:ways}:beta:wait');
    expect(await carrier.reap(Date.now() + 1_000_000)).toBe(1);
    const reaped = await dump('three:ways', 'beta');
    expect(reaped[`${turn.id}-1`]).toEqual(advanced[`${turn.id}-1`]);
    expect(reaped.wait).toEqual([`${turn.id}-1`]);
    const started = (await dump('three:ways', 'alpha'))[`${turn.id}-0`] as Record<string, unknown>;
    const job = advanced[`${turn.id}-1`] as Record<string, unknown>;
    expect({ ...job, data: '', opts: '' }).toEqual({ ...started, data: '', opts: '' });
    expect(job.data).toBe(JSON.stringify({ t: turn.id, v: 1 }));
  });
});
