import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Running } from '@quarry/solo';
import { defined } from '@quarry/turn';
import { Keys } from '../security/keys-under-test';
import { call, expectProblem, startGateway, type Reply } from './gateway-under-test';
import { differences, type OpenApi } from './openapi';

const DRAFT = { name: 'billing service', tenant: 'acme' };

describe('API keys over HTTP', () => {
  let dataDir: string;
  let keys: Keys;
  let operator: string;
  let gateway: Running & { readonly url: string };
  let document: OpenApi;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'quarry-keys-'));
    keys = new Keys(dataDir);
    operator = (await keys.make({ tenant: 'ops', role: 'operator' })).key;
    gateway = await startGateway(dataDir);
    document = (await call<OpenApi>(gateway.url, 'GET /v1/openapi.json', { key: operator })).body;
  });
  afterAll(async () => {
    await gateway.close();
    await keys.close();
    await rm(dataDir, { recursive: true });
  });

  const as = (route: string, body?: unknown, key = operator): Promise<Reply> =>
    call(gateway.url, route, { key, ...defined({ body }) });
  /** What the reply has that the document does not say, and the other way round. */
  const wrong = (reply: Reply, path: string, method: string): readonly string[] => {
    const described = document.paths[path]?.[method]?.responses[reply.status]?.content?.['application/json'];
    if (!described) throw new Error(`${method} ${path} does not describe ${reply.status}`);
    return differences(document, described.schema, reply.body);
  };

  it('are made, used, listed and revoked, as the OpenAPI document says', async () => {
    const limits = { requestsPerMinute: 100, tokensPerDay: 5_000, costPerDay: 0.5, turnsAtOnce: 7 };
    const more = {
      role: 'maintainer',
      pipelines: ['code'],
      repositories: ['shop'],
      groups: ['finance'],
      sensitivity: 'internal',
      expiresInDays: 90,
      limits,
    };
    const made = await as('POST /v1/keys', { ...DRAFT, ...more });
    expect(made.status).toBe(201);
    expect(wrong(made, '/v1/keys', 'post')).toEqual([]);
    const { id, key, createdAt, expiresAt, ...rest } = made.body as Record<string, string>;
    expect(rest).toEqual({
      ...{
        ...DRAFT,
        role: 'maintainer',
        pipelines: ['code'],
        repositories: ['shop'],
        clearance: { everything: false, groups: ['finance'], sensitivity: 'internal' },
        limits,
        revokedAt: null,
      },
    });
    expect(Date.parse(expiresAt ?? '') - Date.parse(createdAt ?? '')).toBe(90 * 86_400_000);

    const caller = await as('GET /v1/caller', undefined, key);
    expect(wrong(caller, '/v1/caller', 'get')).toEqual([]);
    expect(caller.body).toMatchObject({
      key: id,
      tenant: 'acme',
      limits,
      usage: { tokens: 0, cost: 0, turns: 0 },
    });

    const listed = await as('GET /v1/keys');
    expect(wrong(listed, '/v1/keys', 'get')).toEqual([]);
    expect((listed.body['keys'] as { id: string }[]).map((one) => one.id)).toContain(id);
    expect(JSON.stringify(listed.body)).not.toContain(key?.split('_').slice(2).join('_'));

    const revoked = await as(`DELETE /v1/keys/${id}`);
    expect(wrong(revoked, '/v1/keys/{id}', 'delete')).toEqual([]);
    expect(revoked.body['revokedAt']).not.toBeNull();
    expect((await as(`DELETE /v1/keys/${id}`)).body).toEqual(revoked.body);
    expectProblem(await as('DELETE /v1/keys/none'), 404, 'key_unknown');
  });

  it('are readers of a whole tenant, without limits of their own, where nothing else is said', async () => {
    const { body } = await as('POST /v1/keys', DRAFT);
    expect(body).toMatchObject({
      ...{ role: 'reader', pipelines: null, repositories: null, expiresAt: null },
      limits: { requestsPerMinute: null, tokensPerDay: null, costPerDay: null, turnsAtOnce: null },
    });
    const { body: caller } = await as('GET /v1/caller', undefined, String(body['key']));
    expect(caller['limits']).toEqual({
      ...{ requestsPerMinute: 1_200, tokensPerDay: null, costPerDay: null },
      turnsAtOnce: 200,
    });
  });

  it.each<[string, unknown, number, string]>([
    ['no body', undefined, 400, 'bad_request'],
    ['no name', { tenant: 'acme' }, 400, 'name'],
    ['a blank name', { ...DRAFT, name: '  ' }, 400, 'name'],
    ['no tenant', { name: 'x' }, 400, 'tenant'],
    ['the tenant of the installation', { ...DRAFT, tenant: '*' }, 400, 'tenant'],
    ['a tenant with a space', { ...DRAFT, tenant: 'a b' }, 400, 'tenant'],
    ['an unknown role', { ...DRAFT, role: 'root' }, 400, 'role'],
    ['a pipeline with a slip', { ...DRAFT, pipelines: ['cod'] }, 404, "'code'"],
    ['no pipeline at all', { ...DRAFT, pipelines: [] }, 400, 'pipelines'],
    ['a pipeline that is no text', { ...DRAFT, pipelines: [7] }, 400, 'pipelines'],
    ['no day', { ...DRAFT, expiresInDays: 0 }, 400, 'expiresInDays'],
    ['a limit of nothing', { ...DRAFT, limits: { requestsPerMinute: 0 } }, 400, 'limits.requestsPerMinute'],
    ['no turn at once', { ...DRAFT, limits: { turnsAtOnce: 0 } }, 400, 'limits.turnsAtOnce'],
    ['an unknown limit', { ...DRAFT, limits: { perHour: 1 } }, 400, 'perHour'],
    ['invalid limits', { ...DRAFT, limits: null }, 400, 'limits'],
    ['a digest of its own', { ...DRAFT, digest: 'x' }, 400, 'digest'],
    ['an id of its own', { ...DRAFT, id: 'aaaaaaaaaaaa' }, 400, 'id'],
  ])('are not made with %s', async (_name, body, status, words) => {
    const before = (await keys.keys.list()).length;
    const reply = await as('POST /v1/keys', body);
    expect(reply.status).toBe(status);
    expect(JSON.stringify(reply.body).replaceAll('\\"', '"')).toContain(words);
    expect(await keys.keys.list()).toHaveLength(before);
  });
});
