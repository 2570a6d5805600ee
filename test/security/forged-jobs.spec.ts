import type { Redis } from 'ioredis';
import type { TurnDto } from '@quarry/gateway';
import type { Running } from '@quarry/solo';
import { Metrics } from '@quarry/ops';
import { QUEUE_NAMES } from '@quarry/solo';
import { call, startGateway } from '../api/gateway-under-test';
import { describeWithRedis, TestRedis } from '../redis/redis-server';
import { indexFixture } from '../scenarios/index-fixture';
import { counted } from './families';

const BASE = '{quarry:0}';

/** What somebody may put into a queue who can write to Redis. */
const DATA: readonly string[] = [
  '',
  'null',
  '7',
  '[]',
  '{}',
  '"hop"',
  '{"t":null,"v":null}',
  '{"t":"tunknown","v":0}',
  '{"t":"tunknown","v":"0"}',
  '{"t":"tunknown","v":-1}',
  '{"t":"tunknown","v":1e308}',
  '{"t":"tunknown","v":0.5}',
  '{"t":"../turn","v":0}',
  '{"t":"a:b","v":0}',
  '{"t":{"x":[]},"v":0}',
  '{"t":["tunknown"],"v":[0]}',
  '{"__proto__":{"t":"tunknown","v":0}}',
  '{"constructor":{"prototype":{"polluted":true}},"t":"tunknown","v":0}',
  `{"t":"${'t'.repeat(100_000)}","v":0}`,
  `{"t":"tunknown","v":0,"more":"${'x'.repeat(1_000_000)}"}`,
];

/** Turns that no gateway wrote, each claimed by a job of its own. */
const TURNS: readonly Readonly<Record<string, string>>[] = [
  {},
  { step: '__proto__' },
  { step: 'constructor', pipeline: '__proto__' },
  { pipeline: 'code@0000000000000000' },
  { pipeline: '../../etc/passwd' },
  { format: '999' },
  { format: 'one' },
  { deadline: 'never' },
  { question: '{' },
  { question: 'null' },
  { question: '{"original":7}' },
  { evidence: '{"length":1e9}' },
  { evidence: '[null, 7, {"n":"x"}]' },
  { spent: '"all"' },
  { history: '[]', plan: '{"mode":"direct","queries":"x"}' },
  { evidence: `[${'['.repeat(10_000)}${']'.repeat(10_000)}]` },
];

jest.setTimeout(300_000);

describeWithRedis('T18: forged jobs and turns in Redis', () => {
  let redis: TestRedis;
  let client: Redis;
  let gateway: Running & { readonly url: string };
  let fixture: Awaited<ReturnType<typeof indexFixture>>;
  const metrics = new Metrics();
  let tried = 0;

  beforeAll(async () => {
    fixture = await indexFixture('test/fixtures/dotnet-shop/app');
    redis = await TestRedis.start();
    client = redis.client();
    gateway = await startGateway(fixture.dataDir, { carrier: 'bullmq', redisUrl: redis.url }, (platform) => ({
      ...platform,
      observer: metrics,
    }));
  });
  afterAll(async () => {
    await gateway.close();
    client.disconnect();
    await redis.stop();
    await fixture.remove();
  });

  /** Deliveries that ended so, of all services, as `/metrics` says. */
  const counts = async (outcome: string): Promise<number> => {
    const lines = (await metrics.scrape()).text.split('\n');
    const own = lines.filter((line) => line.startsWith('quarry_hops_total') && line.includes(`"${outcome}"`));
    return own.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
  };
  const forge = async (service: string, id: string, data: string): Promise<void> => {
    tried += 1;
    await client.hset(`${BASE}:${service}:${id}`, { data, opts: '{}', name: 'hop', timestamp: '0' });
    await client.lpush(`${BASE}:${service}:wait`, id);
    await client.zadd(`${BASE}:${service}:marker`, 0, '0');
  };
  const ask = async (): Promise<TurnDto> => {
    const body = { question: 'What happens to an invoice?', wait: true };
    const reply = await call<TurnDto>(gateway.url, 'POST /v1/turns', { body });
    expect(reply.status).toBe(200);
    return reply.body;
  };
  /** Until no job waits or runs. */
  const drained = async (): Promise<void> => {
    for (;;) {
      const left = await Promise.all(
        QUEUE_NAMES.flatMap((name) =>
          ['wait', 'active'].map((list) => client.llen(`${BASE}:${name}:${list}`)),
        ),
      );
      if (left.every((length) => length === 0)) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };

  it('jobs with any data are dropped, and every service works on', async () => {
    for (const name of QUEUE_NAMES)
      for (const [n, data] of DATA.entries()) await forge(name, `forged${n}`, data);
    await drained();
    // What has the form of a hop belongs to no turn; all else is none.
    const hops = DATA.filter(isHop).length;
    expect(await counts('refused')).toBe((DATA.length - hops) * QUEUE_NAMES.length);
    expect(await counts('skipped')).toBe(hops * QUEUE_NAMES.length);
    expect((await ask()).outcome).toBe('answered');
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    for (const name of QUEUE_NAMES) expect(await client.llen(`${BASE}:${name}:active`)).toBe(0);
  });

  it("a job that names another's ended turn changes nothing of it", async () => {
    const turn = await ask();
    const skipped = await counts('skipped');
    const before = await client.hgetall(`${BASE}:turn:${turn.id}`);
    for (const name of QUEUE_NAMES)
      for (const v of [0, 1, 2, 99]) await forge(name, `again${v}`, JSON.stringify({ t: turn.id, v }));
    await drained();
    expect(await counts('skipped')).toBeGreaterThanOrEqual(skipped + QUEUE_NAMES.length * 4);
    expect(await client.hgetall(`${BASE}:turn:${turn.id}`)).toEqual(before);
  });

  it('turns that no gateway wrote end, or are left alone, and every service works on', async () => {
    const sample = await ask();
    const whole = await client.hgetall(`${BASE}:turn:${sample.id}`);
    const ids = TURNS.map((_, n) => `tforged${n}`);
    for (const [n, changes] of TURNS.entries()) {
      const running = { status: 'running', v: '0', f: '0', a: '0', step: 'route', service: 'router' };
      await client.hset(`${BASE}:turn:tforged${n}`, { ...whole, ...running, id: `tforged${n}`, ...changes });
      await forge('router', `tforged${n}-0`, JSON.stringify({ t: `tforged${n}`, v: 0 }));
    }
    await drained();
    expect((await ask()).outcome).toBe('answered');
    // One that cannot be read is an error of its own routes alone, and said in the usual form.
    for (const id of ids)
      for (const route of [`GET /v1/turns/${id}`, `DELETE /v1/turns/${id}`]) {
        const { status, body } = await call(gateway.url, route);
        if (status !== 200)
          expect(body).toMatchObject({ status, code: status === 404 ? 'turn_unknown' : 'internal' });
      }
    expect((await call(gateway.url, 'GET /v1/turns')).status).toBe(200);
  });

  it('jobs that are no JSON do not keep a service from its work', async () => {
    for (const name of QUEUE_NAMES) {
      await forge(name, 'broken0', '{"t":');
      await forge(name, 'broken1', '['.repeat(20_000));
    }
    expect((await ask()).outcome).toBe('answered');
  });

  it('are all tried', () => {
    counted('test/security/forged-jobs.spec.ts', tried);
  });
});

/** True for data of the form of a hop. */
function isHop(data: string): boolean {
  const { t, v } = (data === '' ? {} : (JSON.parse(data) ?? {})) as {
    readonly t?: unknown;
    readonly v?: unknown;
  };
  return (
    typeof t === 'string' &&
    /^[\w-]{1,64}$/.test(t) &&
    typeof v === 'number' &&
    Number.isSafeInteger(v) &&
    v >= 0
  );
}
