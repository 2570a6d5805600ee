import type { Redis } from 'ioredis';
import type { TurnDto } from '@quarry/client';
import type { Running } from '@quarry/solo';
import { Metrics } from '@quarry/ops';
import { QUEUE_NAMES } from '@quarry/solo';
import { call, startGateway } from '../api/gateway-under-test';
import { describeWithRedis, TestRedis } from '../redis/redis-server';
import { indexFixture } from '../scenarios/index-fixture';
import { AttackFamily } from './attack-family';
import { PASSAGES } from '../passages';

const BASE = '{quarry:0}';

/** What an attacker with write access to Redis may put into a queue. */
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
  /** What Redis holds of a turn that a gateway wrote. */
  let whole: Record<string, string>;
  const family = new AttackFamily('test/security/forged-jobs.int.spec.ts');

  beforeAll(async () => {
    fixture = await indexFixture('test/fixtures/dotnet-shop/app');
    redis = await TestRedis.start();
    client = redis.client();
    gateway = await startGateway(fixture.dataDir, { carrier: 'bullmq', redisUrl: redis.url }, (platform) => ({
      ...platform,
      observer: metrics,
    }));
    whole = await client.hgetall(`${BASE}:turn:${(await ask()).id}`);
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

  /** A turn that waits for its first hop, as a gateway would have written it; `changes` are the forger's. */
  const forgeTurn = async (id: string, changes: Readonly<Record<string, string>>): Promise<void> => {
    const running = { status: 'running', v: '0', f: '0', a: '0', step: 'route', service: 'router' };
    await client.hset(`${BASE}:turn:${id}`, { ...whole, ...running, id, ...changes });
  };
  /** The twin: a job that is right, of a turn that is; it is carried out. */
  const settled = async (id: string): Promise<boolean> => {
    for (;;) {
      await drained();
      const { body } = await call<TurnDto>(gateway.url, `GET /v1/turns/${id}`);
      if (body.status === 'ended') return body.reason === PASSAGES.reason;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  interface Jobs {
    readonly id: string;
    readonly data: readonly string[];
    readonly services: readonly string[];
  }
  let twins = 0;
  const twinOf = async (): Promise<Jobs> => {
    const id = `ttwin${twins++}`;
    await forgeTurn(id, {});
    return { id, data: [JSON.stringify({ t: id, v: 0 })], services: ['router'] };
  };
  const sendJobs = async ({ id, data, services }: Jobs): Promise<{ answered: boolean }> => {
    for (const name of services) for (const [n, one] of data.entries()) await forge(name, `${id}-${n}`, one);
    if (id.startsWith('ttwin')) return { answered: await settled(id) };
    // What cannot be read at all stays where it is.
    if (id !== 'broken') await drained();
    return { answered: false };
  };
  const row = {
    send: sendJobs,
    reached: ({ answered }: { answered: boolean }) => answered,
    casesOf: ({ data, services }: Jobs) => data.length * services.length,
  };

  it('jobs with any data are dropped, and every service works on', async () => {
    const hops = DATA.filter(isHop).length;
    const before = { refused: await counts('refused'), skipped: await counts('skipped') };
    await family.row({
      ...{ ...row, name: 'jobs', benign: await twinOf() },
      attacks: [{ id: 'forged', data: DATA, services: QUEUE_NAMES }],
      judge: async () => {
        // Jobs in the format of a hop belong to no turn; all others are not hops.
        expect((await counts('refused')) - before.refused).toBe((DATA.length - hops) * QUEUE_NAMES.length);
        expect((await counts('skipped')) - before.skipped).toBe(hops * QUEUE_NAMES.length);
      },
    });
    expect(await ask()).toMatchObject(PASSAGES);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    for (const name of QUEUE_NAMES) expect(await client.llen(`${BASE}:${name}:active`)).toBe(0);
  });

  it("a job that names another's ended turn changes nothing of it", async () => {
    const turn = await ask();
    const skipped = await counts('skipped');
    const before = await client.hgetall(`${BASE}:turn:${turn.id}`);
    expect(Object.keys(before).length).toBeGreaterThan(5);
    await family.row({
      ...{ ...row, name: 'ended turns', benign: await twinOf() },
      attacks: [
        {
          id: 'again',
          data: [0, 1, 2, 99].map((v) => JSON.stringify({ t: turn.id, v })),
          services: QUEUE_NAMES,
        },
      ],
      judge: async () => {
        expect(await counts('skipped')).toBeGreaterThanOrEqual(skipped + QUEUE_NAMES.length * 4);
        expect(await client.hgetall(`${BASE}:turn:${turn.id}`)).toEqual(before);
      },
    });
  });

  it('turns that no gateway wrote end, or are left alone, and every service works on', async () => {
    const forged = TURNS.map((changes, n) => ({ id: `tforged${n}`, changes }));
    for (const { id, changes } of forged) await forgeTurn(id, changes);
    await family.row({
      ...{ ...row, name: 'turns', benign: await twinOf() },
      attacks: forged.map(({ id }) => ({
        id,
        data: [JSON.stringify({ t: id, v: 0 })],
        services: ['router'],
      })),
      judge: async (_seen, { id }) => {
        // One that cannot be read is an error of its own routes alone, and said in the usual form.
        for (const route of [`GET /v1/turns/${id}`, `DELETE /v1/turns/${id}`]) {
          const { status, body } = await call(gateway.url, route);
          const code = status === 200 ? null : body['code'];
          const wanted = status === 200 ? null : status === 404 ? 'turn_unknown' : 'internal';
          expect({ route, code }).toEqual({ route, code: wanted });
        }
      },
    });
    expect(await ask()).toMatchObject(PASSAGES);
    expect((await call(gateway.url, 'GET /v1/turns')).status).toBe(200);
  });

  it('jobs that are no JSON do not keep a service from its work', async () => {
    await family.row({
      ...{ ...row, name: 'no JSON', benign: await twinOf() },
      attacks: [{ id: 'broken', data: ['{"t":', '['.repeat(20_000)], services: QUEUE_NAMES }],
      judge: async () => expect(await ask()).toMatchObject(PASSAGES),
    });
  });

  it('are all tried', () => {
    family.counted();
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
