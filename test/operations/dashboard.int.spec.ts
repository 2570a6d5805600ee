import { KeyService } from '@quarry/application/access';
import type { Platform } from '@quarry/platform';
import type { Running } from '@quarry/solo';
import { TestClock } from '@quarry/turn/testing';
import { call, expectProblem, startGateway } from '../api/gateway-under-test';
import { describeWithRedis, TestRedis } from '../redis/redis-server';
import { indexFixture, type IndexedFixture } from '../scenarios/index-fixture';

const LIMITS = { requestsPerMinute: null, tokensPerDay: null, costPerDay: null };

async function keyOf(
  keys: KeyService,
  role: 'maintainer' | 'operator',
): Promise<{ key: string; id: string }> {
  const none = { pipelines: null, repositories: null, expiresAt: null };
  const made = await keys.create({ name: 'test', tenant: 'ops', role, limits: LIMITS, ...none });
  return { key: made.key, id: made.info.id };
}

describeWithRedis('the queue dashboard', () => {
  let redis: TestRedis;
  let fixture: IndexedFixture;
  let platform: Platform;
  let gateway: Running & { readonly url: string };
  let operator: { readonly key: string; readonly id: string };
  let maintainer: { readonly key: string; readonly id: string };

  const clock = TestClock.stopped();
  beforeAll(async () => {
    [redis, fixture] = await Promise.all([TestRedis.start(), indexFixture('test/fixtures/dotnet-shop/app')]);
    const proxies = ['127.0.0.1/32', '::1/128'];
    const settings = { carrier: 'bullmq', redisUrl: redis.url, trustedProxies: proxies } as const;
    gateway = await startGateway(fixture.dataDir, settings, (opened) => (platform = { ...opened, clock }));
    const keys = new KeyService(platform.recordStore);
    operator = await keyOf(keys, 'operator');
    maintainer = await keyOf(keys, 'maintainer');
    // What the gateway knew of its keys is forgotten by then.
    clock.pass(2_000);
  }, 180_000);
  afterAll(async () => {
    await gateway.close();
    await redis.stop();
    await fixture.remove();
  });

  async function cookie(key = operator.key): Promise<string> {
    const reply = await call(gateway.url, 'POST /v1/operations/dashboard-session', { key });
    expect(reply).toMatchObject({ status: 201, body: { path: '/queues/' } });
    return reply.headers.get('set-cookie') ?? '';
  }

  function look(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> {
    return fetch(`${gateway.url}${path}`, { method, headers });
  }

  it('is shut without a key, with a wrong cookie, and to those who are no operators', async () => {
    for (const path of ['/queues', '/queues/', '/queues/api/queues', '/queues/static/favicon.ico']) {
      expectProblem(await call(gateway.url, `GET ${path}`), 401, 'unauthorized');
      const headers = { cookie: `quarry_queues=${'a'.repeat(43)}` };
      expectProblem(await call(gateway.url, `GET ${path}`, { headers }), 401, 'unauthorized');
      expectProblem(await call(gateway.url, `GET ${path}`, { key: maintainer.key }), 403, 'forbidden');
    }
    const session = { key: maintainer.key };
    expectProblem(
      await call(gateway.url, 'POST /v1/operations/dashboard-session', session),
      403,
      'forbidden',
    );
  });

  it('opens to a browser by a cookie for it alone, which no script reads and no other site sends', async () => {
    const set = await cookie();
    expect(set).toMatch(
      /^quarry_queues=[\w-]{43}; Max-Age=900; Path=\/queues; Expires=[^;]+; HttpOnly; SameSite=Strict$/,
    );
    const headers = { cookie: set.split(';', 1)[0] ?? '' };
    const page = await look('/queues/', headers);
    expect(page.status).toBe(200);
    const html = await page.text();
    expect(html).toContain('id="root"');
    // Whatever it needs comes from here.
    expect([...html.matchAll(/(?:href|src)="([a-z]+:)?\/\/[^"]*"/g)]).toEqual([]);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'self'");
    const [script] = /static\/js\/main\.[\w.]+/.exec(html) ?? [];
    expect((await look(`/queues/${script}`, headers)).status).toBe(200);
    const secured = await fetch(`${gateway.url}/v1/operations/dashboard-session`, {
      method: 'POST',
      headers: { authorization: `Bearer ${operator.key}`, 'x-forwarded-proto': 'https' },
    });
    expect(secured.headers.get('set-cookie')).toContain('; Secure');
  });

  it('shows the queues of all services, and nothing of any question', async () => {
    const body = { question: 'How is stock restored in zanzibar?', wait: true };
    expect((await call(gateway.url, 'POST /v1/turns', { key: operator.key, body })).status).toBe(200);
    const headers = { cookie: (await cookie()).split(';', 1)[0] ?? '' };
    const seen = await look('/queues/api/queues', headers);
    expect(seen.status).toBe(200);
    const text = await seen.text();
    const { queues } = JSON.parse(text) as {
      readonly queues: readonly { readonly name: string; readonly readOnlyMode: boolean }[];
    };
    expect(queues.map(({ name }) => name)).toEqual(expect.arrayContaining(['router', 'answerer']));
    expect(queues.every(({ readOnlyMode }) => readOnlyMode)).toBe(true);
    expect(text).not.toContain('zanzibar');
  });

  it('changes nothing for any caller', async () => {
    const headers = { cookie: (await cookie()).split(';', 1)[0] ?? '' };
    for (const [method, path] of [
      ['PUT', '/queues/api/queues/pause'],
      ['PUT', '/queues/api/queues/answerer/pause'],
      ['PUT', '/queues/api/queues/answerer/retry/failed'],
      ['PUT', '/queues/api/queues/answerer/obliterate'],
      ['POST', '/queues/api/queues/answerer/add'],
    ] as const)
      expect((await look(path, headers, method)).status).toBe(403);
    const client = redis.client();
    expect(await client.hget('{quarry:0}:answerer:meta', 'paused')).toBeNull();
    client.disconnect();
  });

  it('is shut to a cookie after a quarter of an hour', async () => {
    const headers = { cookie: (await cookie()).split(';', 1)[0] ?? '' };
    clock.pass(15 * 60_000 - 1);
    expect((await look('/queues/', headers)).status).toBe(200);
    clock.pass(1);
    expect((await look('/queues/', headers)).status).toBe(401);
  });

  it('is shut two seconds after the key was revoked', async () => {
    const keys = new KeyService(platform.recordStore);
    const { key, id } = await keyOf(keys, 'operator');
    const headers = { cookie: (await cookie(key)).split(';', 1)[0] ?? '' };
    expect((await look('/queues/', headers)).status).toBe(200);
    await keys.revoke(id);
    clock.pass(2_000);
    expect((await look('/queues/', headers)).status).toBe(401);
  });
});

describe('the queue dashboard of one process', () => {
  let fixture: IndexedFixture;
  let gateway: Running & { readonly url: string };
  beforeAll(async () => {
    fixture = await indexFixture('test/fixtures/dotnet-shop/app');
    gateway = await startGateway(fixture.dataDir);
  }, 180_000);
  afterAll(async () => {
    await gateway.close();
    await fixture.remove();
  });

  it('is not there, and says where to look instead', async () => {
    for (const route of ['GET /queues/', 'POST /v1/operations/dashboard-session']) {
      const detail = expectProblem(await call(gateway.url, route), 404, 'route_unknown');
      expect(detail).toContain('/v1/operations/queues');
    }
  });
});
