import { request } from 'node:http';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Running } from '@quarry/solo';
import { TestClock } from '@quarry/turn/testing';
import { defined } from '@quarry/turn';
import { call, startGateway } from '../api/gateway-under-test';
import type { OpenApi } from '../api/openapi';
import { AttackFamily } from './attack-family';
import { benignRequests, isAnswered, targetOf } from './benign-requests';
import { Keys } from './keys-under-test';
import { furnish } from './tenant-objects';

type Gateway = Running & { readonly url: string };

/** A request as it is written, path and all: `fetch` would tidy it. */
function raw(
  url: string,
  method: string,
  path: string,
  {
    key,
    body,
    headers: more = {},
  }: {
    readonly key?: string;
    readonly body?: object | undefined;
    readonly headers?: Readonly<Record<string, string>>;
  } = {},
): Promise<{ status: number; text: string }> {
  const { hostname, port } = new URL(url);
  const headers = {
    ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...more,
  };
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, method, path, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, text });
      });
    });
    sent.on('error', reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** Family T14 of the attack suite: what a gateway with keys shows to those who have none. */
describe('without credentials (T14)', () => {
  const family = new AttackFamily('test/security/closed-doors.int.spec.ts');
  let folder: string;
  let dataDir: string;
  let keys: Keys;
  let key: string;
  let gateway: Gateway;
  /** Without a key. */
  const NOBODY: readonly (string | undefined)[] = [undefined];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quarry-doors-'));
    dataDir = join(folder, 'data');
    const sources = join(folder, 'sources');
    for (const place of [dataDir, sources]) await mkdir(place);
    keys = new Keys(dataDir);
    ({ key } = await keys.make({ role: 'operator' }));
    const settings = { indexRoots: [sources], webhookAllowPrivate: 'on' } as const;
    gateway = await startGateway(dataDir, { ...settings, rateLimit: 0, failedAttempts: 100_000 });
  });
  afterAll(async () => {
    await gateway.close();
    await keys.close();
    await rm(folder, { recursive: true });
  });

  it('every route of the API answers 401, but those that say whether it lives, and those to sign in', async () => {
    const { body } = await call<OpenApi>(gateway.url, 'GET /v1/openapi.json', { key });
    const objects = await furnish(gateway.url, 'acme', join(folder, 'sources'), key);
    for (const one of benignRequests(body, objects)) {
      const open = /^\/(?:health|v1\/sign-in)(?:\/|$)/.test(one.path);
      await family.row({
        name: `${one.method} ${one.path}`,
        benign: key,
        attacks: NOBODY,
        send: (by) =>
          raw(gateway.url, one.method, targetOf(one), {
            ...defined({ key: by }),
            ...{ body: one.body, headers: one.headers },
          }),
        reached: ({ status }) => isAnswered(one, status),
        judge: ({ status }) => {
          if (open) expect(isAnswered(one, status)).toBe(true);
          else expect({ path: one.path, status }).toEqual({ path: one.path, status: 401 });
        },
      });
    }
  });

  /** What a key opens, by other ways of writing it. */
  const DOORS: Readonly<Record<string, readonly string[]>> = {
    '/docs': ['/docs', '/docs/', '/DOCS', '//docs', '/./docs', '/v1/../docs', '/%64ocs'],
    '/docs/swagger-ui-init.js': ['/docs/swagger-ui-init.js', '/docs/swagger-ui-bundle.js'],
    '/v1/openapi.json': ['/v1/openapi.json', '/V1/OpenAPI.json', '/v1/openapi.json/', '/openapi.json'],
    '/v1/models': ['/v1/models', '/V1/models/'],
    '/v1/operations/queues': ['/v1/operations/queues', '/v1/Operations/Queues/', '/v1/./operations/queues'],
  };
  const INSIDE = /swagger|openapi|paths|"queues"|"carrier"|"data"|dependencies|process_cpu|quarry_/i;
  it.each(Object.entries(DOORS))('%s shows nothing, however it is written', (door, attacks) =>
    family.row({
      name: door,
      benign: { path: door, key },
      attacks: attacks.map((path) => ({ path, key: '' })),
      send: async ({ path, key: by }) => raw(gateway.url, 'GET', path, by === '' ? {} : { key: by }),
      reached: ({ status, text }) => status === 200 && INSIDE.test(text),
      judge: ({ status, text }, { path }) => {
        expect([400, 401, 404]).toContain(status);
        // A problem repeats the path that was asked for, and nothing else.
        expect(text.replaceAll(path, '')).not.toMatch(INSIDE);
      },
    }),
  );

  it.each([
    'HEAD /docs',
    'GET /docs-json',
    'GET /docs-yaml',
    'GET /queues',
    'GET /queues/',
    'GET /QUEUES',
    'GET /queues/api/queues',
    'GET /queues/static/favicon.ico',
    'PUT /queues/api/queues/router/pause',
    'POST /mcp',
    'GET /metrics',
    'GET /v1/metrics',
    'GET /health',
    'GET /health/details',
    'GET /debug',
    'GET /.env',
    'GET /package.json',
    'GET /assets/../../package.json',
    'GET /..%2f..%2fpackage.json',
  ])('%s shows nothing', async (route) => {
    const [method = '', path = ''] = route.split(' ');
    const { status, text } = await raw(gateway.url, method, path);
    expect([400, 401, 404]).toContain(status);
    expect(text.replaceAll(path, '')).not.toMatch(INSIDE);
  });

  it('are all tried', () => {
    family.counted();
  });

  it('readiness is only a status without a key, and detailed with one', async () => {
    expect((await call(gateway.url, 'GET /health/ready')).body).toEqual({ status: 'ready' });
    expect((await call(gateway.url, 'GET /health/ready', { key: 'guess' })).body).toEqual({
      status: 'ready',
    });
    const known = await call(gateway.url, 'GET /health/ready', { key });
    expect(known.body).toMatchObject({ status: 'ready', carrier: 'memory', stores: { history: 'up' } });
  });

  it('an unavailable store is reported with its address only to callers with a key', async () => {
    const away = await startGateway(dataDir, {
      historyStoreUrl: 'elasticsearch:http://127.0.0.1:1',
      recordStoreUrl: `sqlite:${join(dataDir, 'records.db')}`,
    });
    const stranger = await call(away.url, 'GET /health/ready');
    expect(stranger).toMatchObject({ status: 503, body: { code: 'store_unavailable' } });
    expect(JSON.stringify(stranger.body)).not.toMatch(/127\.0\.0\.1|Elasticsearch|history|HISTORY/);
    const known = await call(away.url, 'GET /health/ready', { key });
    expect(known.status).toBe(503);
    expect(known.body['detail']).toContain('127.0.0.1:1');
    await away.close();
  });
});

describe('a gateway on which no key was made', () => {
  let dataDir: string;
  let keys: Keys;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'quarry-doors-'));
    keys = new Keys(dataDir);
  });
  afterEach(async () => {
    await keys.close();
    await rm(dataDir, { recursive: true });
  });

  it('is open to this machine until the first key is made, and not again once that is revoked', async () => {
    const clock = TestClock.stopped();
    const gateway = await startGateway(dataDir, {}, (opened) => ({ ...opened, clock }));
    const status = async (): Promise<number> => (await call(gateway.url, 'GET /v1/turns')).status;
    /** Once what the gateway knew is forgotten. */
    const later = (): Promise<number> => {
      clock.pass(2_000);
      return status();
    };
    expect(await status()).toBe(200);
    const draft = { body: { name: 'first', tenant: 'acme', role: 'operator', pipelines: ['code'] } };
    const made = await call(gateway.url, 'POST /v1/keys', draft);
    expect(made).toMatchObject({
      status: 201,
      body: { tenant: 'acme', pipelines: ['code'], revokedAt: null },
    });
    const { id, key } = made.body as { id: string; key: string };
    expect(await later()).toBe(401);
    expect((await call(gateway.url, 'GET /v1/caller', { key })).body).toMatchObject({
      key: id,
      role: 'operator',
    });
    const listed = await call(gateway.url, 'GET /v1/keys', { key });
    expect(JSON.stringify(listed.body)).not.toContain(key.split('_').slice(2).join('_'));
    await keys.keys.revoke(id);
    expect(await later()).toBe(401);
    await keys.keys.forget(id);
    expect(await later()).toBe(200);
    await gateway.close();
  });

  it('answers no page of another machine, whatever it sends', async () => {
    const gateway = await startGateway(dataDir);
    for (const origin of ['https://evil.example', 'null', 'http://localhost.evil.example'])
      for (const route of [
        'POST /v1/operations/dead-letters/retry',
        'POST /v1/turns',
        'GET /v1/turns',
        'POST /mcp',
      ])
        expect({ route, ...(await call(gateway.url, route, { headers: { origin } })) }).toMatchObject({
          status: 401,
          body: { code: 'unauthorized' },
        });
    const own = await call(gateway.url, 'GET /v1/turns', { headers: { origin: gateway.url } });
    expect(own.status).toBe(200);
    await gateway.close();
  });

  it.each<[string, (keys: Keys) => Promise<object>]>([
    ['a stored key', async (stored) => (await stored.make(), {})],
    ['an issuer', async () => ({ jwtIssuer: 'https://id.example', jwtAudience: 'quarry' })],
  ])('listens beyond this machine once there is %s', async (_name, prepare) => {
    const settings = await prepare(keys);
    const gateway = await startGateway(dataDir, { host: '0.0.0.0', ...settings });
    const { port } = new URL(gateway.url);
    expect((await call(`http://127.0.0.1:${port}`, 'GET /v1/turns')).status).toBe(401);
    await gateway.close();
  });

  it('does not start with a proxy that is no address', async () => {
    const started = startGateway(dataDir, { trustedProxies: ['somewhere'] });
    await expect(started).rejects.toMatchObject({
      code: 'bad_request',
      message: expect.stringContaining('QUARRY_TRUSTED_PROXIES') as string,
    });
  });
});
