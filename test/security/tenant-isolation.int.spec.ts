import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Running } from '@quarry/solo';
import { call, startGateway } from '../api/gateway-under-test';
import type { OpenApi } from '../api/openapi';
import { atLeastOne } from './at-least-one';
import { AttackFamily } from './attack-family';
import { benignRequests, isAnswered, targetOf, type BenignRequest } from './benign-requests';
import { Keys } from './keys-under-test';
import { canaryOf, furnish, keyOf, namedIn, TENANTS, type Objects, type Tenant } from './tenant-objects';

/** Routes whose path names nothing of a tenant, with the reason. Any other route with a parameter must be tried. */
const NO_TENANTS_OBJECT: Readonly<Record<string, string>> = {
  '/v1/pipelines/{name}': "pipelines are the installation's",
  '/v1/models/{id}': 'pipelines as models',
  '/v1/graph/{operation}': 'the name of an operation; the repository is in the query',
  '/v1/keys/{id}': 'for operators, of all tenants',
  '/v1/hooks/git/{id}': 'for git servers, with a secret in place of a key',
  '/v1/operations/dead-letters/{id}': 'for operators, of all tenants',
  '/v1/operations/dead-letters/{id}/retry': 'for operators, of all tenants',
};

/** The code of a problem, or of an error in OpenAI's form. */
function codeIn(text: string): string | undefined {
  const body = JSON.parse(text) as { readonly code?: string; readonly error?: { readonly code?: string } };
  return body.code ?? body.error?.code;
}

/** An id that does not exist, in the same format as existing ones. */
const NOBODYS: Objects = {
  comparison: 't0aaaaaaaaaa00000000000000000000.t0aaaaaaaaaa00000000000000000001',
  ...{ turn: 't0aaaaaaaaaa00000000000000000000', session: 'talk-nobody', goldenSet: 'gold-nobody' },
  response: 'resp_t0aaaaaaaaaa00000000000000000000',
  ...{ goldenQuestion: 'q-nobody', goldenRun: `r${'0'.repeat(24)}`, webhook: `wh_${'0'.repeat(24)}` },
  ...{ delivery: `msg_${'0'.repeat(32)}`, repository: 'vault-nobody', job: `j${'0'.repeat(24)}` },
  upload: `u${'0'.repeat(25)}`,
  ...{ evidence: '1', section: 'notes.md', sources: '/nowhere' },
};

/**
 * The tenant whose ids are used, and the one that uses them. The twins of all attacks are a tenant's own: `delta` has
 * everything, and is not attacked.
 */
interface Taking {
  readonly owner: Tenant;
  readonly other: Tenant;
}
const OWN: Taking = { owner: 'delta', other: 'delta' };

/** What a body may name: sent by `other`, whose own things are in it as well. */
interface Named {
  readonly what: string;
  readonly route: (own: Objects) => string;
  readonly body: (name: string) => object;
  readonly name: (objects: Objects) => string;
  readonly code: string;
}
const question = 'What is the vault?';
const repositoryOf = ({ repository }: Objects): string => repository;
const REPOSITORY = { name: repositoryOf, code: 'repository_unknown' };
const NAMED: readonly Named[] = [
  {
    ...{ what: 'a session', name: ({ session }) => session, code: 'session_unknown' },
    ...{ route: () => 'POST /v1/turns', body: (session) => ({ question, session }) },
  },
  {
    ...{ what: 'a response', name: ({ response }) => response, code: 'turn_unknown' },
    ...{
      route: () => 'POST /v1/responses',
      body: (response) => ({ model: 'code', input: question, previous_response_id: response }),
    },
  },
  {
    ...{ what: 'a turn', name: ({ turn }) => turn, code: 'turn_unknown' },
    ...{
      route: ({ goldenSet }) => `POST /v1/golden-sets/${goldenSet}/questions`,
      body: (turnId) => ({ turnId }),
    },
  },
  ...(
    [
      ['a repository to ask', 'POST /v1/turns', { question }],
      ['a repository to search', 'POST /v1/search', { query: 'vault' }],
      ['a repository to look up', 'POST /v1/lookup', { name: 'door' }],
      ['a repository of sections', 'POST /v1/sections', {}],
      ['a repository of a section', 'POST /v1/sections/text', { id: 'notes.md' }],
      ['a repository of tables', 'POST /v1/tables', {}],
      ['a repository of a table', 'POST /v1/tables/cells', { table: 'notes.md' }],
    ] as const
  ).flatMap(([what, route, body]) => [
    {
      ...REPOSITORY,
      ...{ what, route: () => route, body: (repository: string) => ({ ...body, repository }) },
    },
    {
      ...REPOSITORY,
      ...{ what: `${what}, in a list`, route: () => route },
      body: (repository: string) => ({ ...body, repository: [repository] }),
    },
    {
      ...{ what: `${what}, by a pattern`, route: () => route, code: REPOSITORY.code },
      name: (objects: Objects) => `*${objects.repository.slice(1)}*`,
      body: (repository: string) => ({ ...body, repository: [repository] }),
    },
  ]),
  {
    ...{ ...REPOSITORY, what: 'a repository of a run' },
    route: ({ goldenSet }) => `POST /v1/golden-sets/${goldenSet}/runs`,
    body: (repository) => ({ pipelines: ['code'], repository }),
  },
  {
    ...{ ...REPOSITORY, what: 'a repository of a schedule' },
    route: ({ goldenSet }) => `PUT /v1/golden-sets/${goldenSet}/schedule`,
    body: (repository) => ({ pipelines: ['code'], everyHours: 8_760, repository }),
  },
];
/** Lists in which each tenant sees what it has; narrowed by these of their parameters. */
const LISTS: Readonly<Record<string, readonly string[]>> = {
  '/v1/turns': ['q', 'session', 'repository'],
  '/v1/sessions': [],
  '/v1/golden-sets': [],
  '/v1/webhooks': [],
  '/v1/repositories': [],
  '/v1/index-jobs': [],
};

const PAIRS: readonly Taking[] = TENANTS.flatMap((owner) =>
  TENANTS.filter((other) => other !== owner).map((other) => ({ owner, other })),
);

jest.setTimeout(300_000);

/** T5 of the attack suite, for objects: every route of the OpenAPI document, every pair of three tenants. */
describe('what a tenant has is reached by no other, whatever the route', () => {
  let root: string;
  let gateway: Running & { readonly url: string };
  let document: OpenApi;
  let operator: string;
  const family = new AttackFamily('test/security/tenant-isolation.int.spec.ts');
  const objects = {} as Record<Tenant, Objects>;

  beforeAll(async () => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'quarry-isolation-')));
    const sources = join(root, 'sources');
    for (const place of [sources, join(root, 'data')]) mkdirSync(place);
    const keys = new Keys(join(root, 'data'));
    ({ key: operator } = await keys.make({ role: 'operator' }));
    await keys.close();
    gateway = await startGateway(join(root, 'data'), {
      indexRoots: [sources],
      apiKeys: Object.fromEntries(
        [...TENANTS, 'delta' as const, 'epsilon' as const].map((tenant) => [keyOf(tenant), tenant]),
      ),
      rateLimit: 1_000_000,
      webhookAllowPrivate: 'on',
    });
    document = (await call<OpenApi>(gateway.url, 'GET /v1/openapi.json', { key: keyOf('acme') })).body;
    // Of epsilon all is still there once delta has tried what deletes.
    for (const tenant of [...TENANTS, OWN.owner, 'epsilon'] as const)
      objects[tenant] = await furnish(gateway.url, tenant, sources);
  });
  afterAll(async () => {
    await gateway.close();
    rmSync(root, { recursive: true });
  });

  interface Seen {
    readonly status: number;
    readonly text: string;
  }
  /** Status and text of one call. */
  async function send(key: string, route: string, body?: unknown, headers: object = {}): Promise<Seen> {
    const [method = '', path = ''] = route.split(' ');
    const response = await fetch(`${gateway.url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, text: await response.text() };
  }
  /** The twin of an operation, as a tenant would send it about what `of` has. */
  const requestsOf = (of: Objects): readonly BenignRequest[] => benignRequests(document, of);
  const about = (one: BenignRequest, of: Objects, by: Tenant): Promise<Seen> => {
    const same = requestsOf(of).find(({ method, path }) => method === one.method && path === one.path);
    if (!same) throw new Error(`no twin of ${one.path}`);
    return send(keyOf(by), `${one.method} ${targetOf(same)}`, same.body, same.headers);
  };

  /** A reply without what tells one request from another: its id, and the names that were asked for. */
  function plain(text: string, named: Objects): string {
    const values = Object.values(named).flatMap((value) =>
      value.length < 5 ? [] : [value, encodeURIComponent(value)],
    );
    let masked = text;
    for (const value of values.toSorted((a, b) => b.length - a.length))
      masked = masked.replaceAll(value, '…');
    return masked.replace(/"(requestId|instance)":"[^"]*"/g, '"$1":""');
  }

  const foreignIn = (text: string, tenant: Tenant): Tenant[] =>
    [...TENANTS, OWN.owner].filter((other) => other !== tenant && text.includes(canaryOf(other)));

  it('on every route with an id in its path: a foreign id looks like an unknown one', async () => {
    const withId = requestsOf(objects.delta).filter(({ path }) => path.includes('{'));
    const tried = withId.filter(({ path }) => namedIn(path) !== null);
    expect(new Set(withId.map(({ path }) => path).filter((path) => namedIn(path) === null))).toEqual(
      new Set(Object.keys(NO_TENANTS_OBJECT)),
    );
    for (const one of atLeastOne(tried))
      await family.row({
        name: `${one.method} ${one.path}`,
        benign: OWN,
        attacks: PAIRS,
        send: async ({ owner, other }) => ({
          found: await about(one, objects[owner], other),
          unknown: await about(one, NOBODYS, other),
        }),
        reached: ({ found }) => isAnswered(one, found.status),
        judge: ({ found, unknown }, { owner, other }) => {
          const route = `${one.method} ${one.path} of ${owner} by ${other}`;
          expect({ route, statuses: [found.status, unknown.status] }).toEqual({
            route,
            statuses: [404, 404],
          });
          expect(plain(found.text, objects[owner])).toBe(plain(unknown.text, NOBODYS));
        },
      });
  });

  it('nothing that others tried has changed anything: each tenant still finds its own', async () => {
    for (const tenant of TENANTS)
      for (const one of requestsOf(objects[tenant])) {
        if (one.method !== 'GET' || namedIn(one.path) === null) continue;
        const { status, text } = await about(one, objects[tenant], tenant);
        expect({ tenant, path: one.path, status }).toEqual({ tenant, path: one.path, status: 200 });
        expect(foreignIn(text, tenant)).toEqual([]);
      }
  });

  it('in no list that shows each its own, whatever it is narrowed to', async () => {
    const narrowed = (owner: Tenant): Readonly<Record<string, string>> => ({
      q: canaryOf(owner),
      session: objects[owner].session,
      repository: objects[owner].repository,
    });
    const own = { owner: 'epsilon', other: 'epsilon' } as const;
    for (const [path, parameters] of Object.entries(LISTS))
      for (const parameter of ['', ...parameters])
        await family.row({
          name: `GET ${path} ${parameter}`,
          benign: own,
          attacks: PAIRS,
          send: ({ owner, other }: Taking) => {
            const query = parameter === '' ? '' : `?${parameter}=${narrowed(owner)[parameter] ?? ''}`;
            return send(keyOf(other), `GET ${path}${query}`);
          },
          reached: ({ status, text }) => status === 200 && text.includes(canaryOf(own.owner)),
          judge: ({ status, text }, { owner, other }) => {
            // A refusal may repeat the name that was asked for.
            const seen = foreignIn(plain(text, objects[owner]), other);
            const wanted = parameter === 'repository' ? 404 : 200;
            expect({ path, status, seen }).toEqual({ path, status: wanted, seen: [] });
          },
        });
  });

  it('in no other list or count', async () => {
    const lists = requestsOf(objects.acme).filter(
      ({ method, path }) => method === 'GET' && path.startsWith('/v1/') && !path.includes('{'),
    );
    expect(lists.map(({ path }) => path)).toEqual(expect.arrayContaining(Object.keys(LISTS)));
    for (const tenant of TENANTS)
      for (const { path } of lists) {
        const { status, text } = await send(keyOf(tenant), `GET ${path}`);
        const wanted =
          path.startsWith('/v1/operations') ||
          ['/v1/keys', '/v1/pipeline-problems', '/v1/folders'].includes(path)
            ? 403
            : 200;
        expect({ path, status, seen: foreignIn(text, tenant) }).toEqual({ path, status: wanted, seen: [] });
      }
  });

  it.each(NAMED)(
    'by no name in a body: $what of another is not there',
    async ({ what, route, body, name, code }) => {
      // Whole, or with the tenant before it, as stores name what it has.
      const forms: readonly ((of: Taking) => string)[] = [
        ({ owner }) => name(objects[owner]),
        ...(code === 'repository_unknown'
          ? [
              ({ owner }: Taking) => `${owner}/${name(objects[owner])}`,
              ({ owner }: Taking) => `@${owner}/${name(objects[owner])}`,
            ]
          : []),
      ];
      const own = { owner: 'epsilon', other: 'epsilon' } as const;
      await family.row({
        name: what,
        benign: { other: own.other, name: name(objects.epsilon) },
        attacks: PAIRS.flatMap((pair) => forms.map((form) => ({ other: pair.other, name: form(pair) }))),
        send: (taking) => send(keyOf(taking.other), route(objects[taking.other]), body(taking.name)),
        reached: ({ status }) => status < 300,
        judge: ({ status, text }) => {
          expect({ status, code: codeIn(text) }).toEqual({
            status: 404,
            code,
          });
        },
      });
    },
  );

  it('by no session of a tool of MCP, which answers as POST /v1/turns does', async () => {
    const asked = { question, pipeline: 'code' };
    await family.row({
      name: 'a session by MCP',
      benign: { other: 'epsilon', session: objects.epsilon.session },
      attacks: PAIRS.map(({ owner, other }) => ({ other, session: objects[owner].session })),
      send: async ({ other, session }: { readonly other: Tenant; readonly session: string }) => {
        const params = { name: 'ask', arguments: { ...asked, session } };
        const response = await fetch(`${gateway.url}/mcp`, {
          method: 'POST',
          headers: {
            ...{ authorization: `Bearer ${keyOf(other)}`, 'content-type': 'application/json' },
            accept: 'application/json, text/event-stream',
          },
          body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
        });
        const data = (await response.text()).replace(/^[^{]*/, '');
        return (JSON.parse(data) as { result: { isError?: boolean; content: { text: string }[] } }).result;
      },
      reached: ({ isError = false, content }) =>
        !isError && content[0]?.text.includes(canaryOf('epsilon')) === true,
      judge: async ({ isError, content }, { other, session }) => {
        const rest = JSON.parse((await send(keyOf(other), 'POST /v1/turns', { ...asked, session })).text) as {
          readonly code: string;
          readonly detail: string;
        };
        expect({ isError, text: content[0]?.text }).toEqual({
          ...{ isError: true, text: `session_unknown: ${rest.detail}` },
        });
        expect(rest.code).toBe('session_unknown');
      },
    });
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
      const { text } = await send(keyOf(tenant), 'GET /v1/sessions/same');
      expect(text).toContain(canaryOf(tenant));
      expect(foreignIn(text, tenant)).toEqual([]);
    }
  });

  it('a golden run asks about what its own tenant has', async () => {
    for (const tenant of TENANTS) {
      const { goldenSet, goldenRun } = objects[tenant];
      const path = `/v1/golden-sets/${goldenSet}/runs/${goldenRun}`;
      let told = '';
      while (!told.includes('"status":"finished"')) {
        await new Promise((resolve) => setTimeout(resolve, 100));
        ({ text: told } = await send(keyOf(tenant), `GET ${path}`));
      }
      const run = JSON.parse(told) as { readonly rows: readonly { readonly answer: string }[] };
      expect(run.rows.map(({ answer }) => answer.includes(canaryOf(tenant)))).toEqual([true]);
      expect(foreignIn(told, tenant)).toEqual([]);
    }
  });

  it('no route of operators is open to a tenant', async () => {
    const routes = requestsOf(objects.acme).filter(
      ({ path }) => path.startsWith('/v1/operations') || path.startsWith('/v1/keys'),
    );
    expect(routes.length).toBeGreaterThan(6);
    for (const one of routes)
      await family.row({
        name: `${one.method} ${one.path}`,
        benign: operator,
        attacks: [keyOf('acme')],
        send: (key) => send(key, `${one.method} ${targetOf(one)}`, one.body, one.headers),
        reached: ({ status }) => isAnswered(one, status),
        judge: ({ status }) => expect({ path: one.path, status }).toEqual({ path: one.path, status: 403 }),
      });
    family.counted();
  });
});
