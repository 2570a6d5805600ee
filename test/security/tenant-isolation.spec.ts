import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Running } from '@quarry/solo';
import { call, startGateway } from '../api/gateway-under-test';
import type { OpenApi } from '../api/openapi';
import { counted } from './families';
import {
  BODIES,
  canaryOf,
  furnish,
  keyOf,
  namedIn,
  pathOf,
  TENANTS,
  type Objects,
  type Tenant,
} from './tenant-objects';

/** Routes whose path names nothing of a tenant, with the reason. Any other route with a parameter must be tried. */
const NO_TENANTS_OBJECT: Readonly<Record<string, string>> = {
  '/v1/pipelines/{name}': "pipelines are the installation's",
  '/v1/models/{id}': 'a pipeline under another name',
  '/v1/keys/{id}': 'for operators, of all tenants',
  '/v1/operations/dead-letters/{id}': 'for operators, of all tenants',
  '/v1/operations/dead-letters/{id}/retry': 'for operators, of all tenants',
};

/** What nobody has; of the same form as what somebody has. */
const NOBODYS: Objects = {
  ...{ turn: 't0aaaaaaaaaa00000000000000000000', session: 'talk-nobody', goldenSet: 'gold-nobody' },
  ...{ goldenQuestion: 'q-nobody', goldenRun: 'r0aaaaaaaaaa', webhook: `wh_${'0'.repeat(24)}` },
  ...{ delivery: `whd_${'0'.repeat(24)}`, repository: 'vault-nobody', job: `ij_${'0'.repeat(24)}` },
};

/** Searches without a turn, each with a body that is right in itself. */
const SEARCHES: Readonly<Record<string, object>> = {
  search: { query: 'vault' },
  lookup: { name: 'door' },
  sections: {},
  'sections/text': { id: 'vault.ts' },
};

const PAIRS = TENANTS.flatMap((owner) =>
  TENANTS.filter((other) => other !== owner).map((other) => [owner, other] as const),
);

jest.setTimeout(300_000);

/** T5 of the attack suite, for objects: every route of the OpenAPI document, every pair of three tenants. */
describe('what a tenant has is reached by no other, whatever the route', () => {
  let root: string;
  let gateway: Running & { readonly url: string };
  let document: OpenApi;
  const objects = {} as Record<Tenant, Objects>;

  beforeAll(async () => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'quarry-isolation-')));
    const sources = join(root, 'sources');
    mkdirSync(sources);
    gateway = await startGateway(join(root, 'data'), {
      indexRoots: [sources],
      apiKeys: Object.fromEntries(TENANTS.map((tenant) => [keyOf(tenant), tenant])),
      rateLimit: 1_000_000,
      webhookAllowPrivate: 'on',
    });
    document = (await call<OpenApi>(gateway.url, 'GET /v1/openapi.json', { key: keyOf('acme') })).body;
    for (const tenant of TENANTS) objects[tenant] = await furnish(gateway.url, tenant, sources);
  });
  afterAll(async () => {
    await gateway.close();
    rmSync(root, { recursive: true });
  });

  /** Every operation: `METHOD path`. */
  const operations = (): (readonly [method: string, path: string])[] =>
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => [method.toUpperCase(), path] as const),
    );

  /** Status and text of one call. */
  async function send(
    tenant: Tenant,
    method: string,
    path: string,
    body?: unknown,
  ): Promise<readonly [number, string]> {
    const response = await fetch(`${gateway.url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${keyOf(tenant)}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return [response.status, await response.text()];
  }

  /** A reply without what tells one request from another: its id, and the names that were asked for. */
  function plain(text: string, named: Objects): string {
    const values = Object.values(named).flatMap((value) => [value, encodeURIComponent(value)]);
    let masked = text;
    for (const value of values) masked = masked.replaceAll(value, '…');
    return masked.replace(/"(requestId|instance)":"[^"]*"/g, '"$1":""');
  }

  const foreignIn = (text: string, tenant: Tenant): Tenant[] =>
    TENANTS.filter((other) => other !== tenant && text.includes(canaryOf(other)));

  it("on every route with an id in its path: a foreign one is as unknown as nobody's", async () => {
    const untried: string[] = [];
    let tried = 0;
    for (const [method, path] of operations().filter(([, each]) => each.includes('{'))) {
      const names = namedIn(path);
      if (!names) {
        if (NO_TENANTS_OBJECT[path] === undefined) untried.push(`${method} ${path}`);
        continue;
      }
      const body = BODIES[`${method} ${path}`];
      for (const [owner, other] of PAIRS) {
        const [status, text] = await send(other, method, pathOf(path, names, objects[owner]), body);
        const [unknownStatus, unknownText] = await send(other, method, pathOf(path, names, NOBODYS), body);
        const route = `${method} ${path} of ${owner} by ${other}`;
        expect({ route, status, unknownStatus }).toEqual({ route, status: 404, unknownStatus: 404 });
        expect(plain(text, objects[owner])).toBe(plain(unknownText, NOBODYS));
        tried += 1;
      }
    }
    expect(untried).toEqual([]);
    counted('test/security/tenant-isolation.spec.ts', tried);
  });

  it('nothing that others tried has changed anything: each tenant still finds its own', async () => {
    for (const tenant of TENANTS)
      for (const [method, path] of operations().filter(
        ([verb, each]) => verb === 'GET' && each.includes('{'),
      )) {
        const names = namedIn(path);
        // A comparison needs two sides; the original of a source is given for documents alone.
        if (!names || path.endsWith('/comparison') || path.endsWith('/file')) continue;
        const [status, text] = await send(tenant, method, pathOf(path, names, objects[tenant]));
        expect({ tenant, path, status }).toEqual({ tenant, path, status: 200 });
        expect(foreignIn(text, tenant)).toEqual([]);
      }
  });

  it('in no list, count or search, whatever it is narrowed to', async () => {
    const lists = operations().filter(
      ([method, path]) => method === 'GET' && path.startsWith('/v1/') && !path.includes('{'),
    );
    expect(lists.length).toBeGreaterThan(8);
    for (const [owner, other] of PAIRS)
      for (const [method, path] of lists)
        for (const query of [
          '',
          `?q=${canaryOf(owner)}`,
          `?session=${objects[owner].session}`,
          `?repository=${objects[owner].repository}`,
        ]) {
          const [, text] = await send(other, method, `${path}${query}`);
          // A refusal may repeat the name that was asked for.
          const said =
            query === ''
              ? text
              : plain(text, objects[owner]).replaceAll(decodeURIComponent(query.split('=')[1] ?? ''), '');
          expect({ path, query, seen: foreignIn(said, other) }).toEqual({ path, query, seen: [] });
        }
  });

  it('by no name in a body: a session, a repository, a turn of another is not there', async () => {
    for (const [owner, other] of PAIRS) {
      const { session, repository, turn, goldenSet } = objects[owner];
      const question = 'What is the vault?';
      const refused = async (route: string, body: object, code: string): Promise<void> => {
        const reply = await call(gateway.url, route, { key: keyOf(other), body });
        expect({ route, status: reply.status, code: reply.body['code'] }).toEqual({
          route,
          status: 404,
          code,
        });
      };
      await refused('POST /v1/turns', { question, session }, 'session_unknown');
      await refused('POST /v1/turns', { question, repository }, 'repository_unknown');
      await refused(
        'POST /v1/turns',
        { question, repository: `${owner}/${repository}` },
        'repository_unknown',
      );
      await refused(
        'POST /v1/turns',
        { question, repository: `@${owner}/${repository}` },
        'repository_unknown',
      );
      for (const [route, body] of Object.entries(SEARCHES))
        await refused(`POST /v1/${route}`, { ...body, repository }, 'repository_unknown');
      await refused(`POST /v1/golden-sets/${goldenSet}/questions`, { turnId: turn }, 'golden_set_unknown');
      const own = objects[other].goldenSet;
      await refused(`POST /v1/golden-sets/${own}/questions`, { turnId: turn }, 'turn_unknown');
      const run = { pipelines: ['code'], repository };
      await refused(`POST /v1/golden-sets/${own}/runs`, run, 'repository_unknown');
      await refused(`PUT /v1/golden-sets/${own}/schedule`, { ...run, everyHours: 1 }, 'repository_unknown');
    }
  });

  it('by no idempotency key, and under no name that both have', async () => {
    const [owner, other] = ['acme', 'beta'] as const;
    const headers = { 'idempotency-key': 'the-same' };
    const ids = await Promise.all(
      [owner, other].map(async (tenant) => {
        const body = {
          question: `What is the vault of ${canaryOf(tenant)}?`,
          session: 'same',
          createSession: true,
          repository: objects[tenant].repository,
        };
        const reply = await call(gateway.url, 'POST /v1/turns', {
          key: keyOf(tenant),
          headers,
          body: { ...body, wait: true },
        });
        expect(reply.status).toBe(200);
        expect(foreignIn(JSON.stringify(reply.body), tenant)).toEqual([]);
        return String(reply.body['id']);
      }),
    );
    expect(new Set(ids).size).toBe(2);
    for (const tenant of [owner, other]) {
      const [, text] = await send(tenant, 'GET', '/v1/sessions/same');
      expect(text).toContain(canaryOf(tenant));
      expect(foreignIn(text, tenant)).toEqual([]);
    }
  });

  it('a golden run asks about what its own tenant has', async () => {
    for (const tenant of TENANTS) {
      const { goldenSet, goldenRun } = objects[tenant];
      const path = `/v1/golden-sets/${goldenSet}/runs/${goldenRun}`;
      let told = '';
      for (let look = 0; look < 300 && !told.includes('"status":"finished"'); look++) {
        await new Promise((resolve) => setTimeout(resolve, 100));
        [, told] = await send(tenant, 'GET', path);
      }
      const run = JSON.parse(told) as { readonly rows: readonly { readonly answer: string }[] };
      expect(run.rows.map(({ answer }) => answer.includes(canaryOf(tenant)))).toEqual([true]);
      expect(foreignIn(told, tenant)).toEqual([]);
    }
  });

  it('no route of operators is open to a tenant', async () => {
    const routes = operations().filter(
      ([, path]) => path.startsWith('/v1/operations') || path.startsWith('/v1/keys'),
    );
    expect(routes.length).toBeGreaterThan(6);
    for (const [method, path] of routes) {
      const [status] = await send(
        'acme',
        method,
        path.replace(/\{\w+\}/g, 'none'),
        method === 'POST' ? {} : undefined,
      );
      expect({ method, path, status }).toEqual({ method, path, status: 403 });
    }
  });
});
