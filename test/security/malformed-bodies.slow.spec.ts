import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Ajv2020 from 'ajv/dist/2020';
import { FAULT_CODES, defined } from '@quarry/turn';
import fc from 'fast-check';
import { GatewayChild } from '../api/gateway-child';
import { call } from '../api/gateway-under-test';
import type { OpenApi, Operation } from '../api/openapi';
import { indexFixture } from '../scenarios/index-fixture';
import { AttackFamily } from './attack-family';
import { benignRequests, isAnswered, targetOf, type BenignRequest } from './benign-requests';
import { anyText, BROKEN_BODIES, mutated, ofField, validFor } from './from-schema';
import { furnish, type Objects } from './tenant-objects';

/** Requests in all; the routes share them evenly, and each gets this many at least. */
const REQUESTS = 6_000;
const LEAST_EACH = 24;
const AT_ONCE = 6;
const SEED = 20_261_122;

interface Sent {
  readonly kind: 'valid' | 'mutated' | 'parameters' | 'broken';
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** True of the one request of a route that is right. */
  readonly twin?: boolean;
  /** Set where the document says that this body is wrong. */
  readonly forbidden?: string;
}

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

const validator = new Ajv2020({ strict: false, formats: { 'date-time': true, uri: true, int32: true } });

describe('T17: whatever is sent to any route of the OpenAPI document', () => {
  const family = new AttackFamily('test/security/malformed-bodies.slow.spec.ts');
  const folder = mkdtempSync(join(tmpdir(), 'quarry-malformed-'));
  let objects: Objects;
  let fixture: Awaited<ReturnType<typeof indexFixture>>;
  let gateway: GatewayChild;
  let document: OpenApi;
  let key: string;
  /** Names of what is there, by the names of parameters and fields. */
  const known: Record<string, string[]> = {
    name: ['code', 'faq'],
    id: ['q1'],
    n: ['1', '2'],
    snapshot: ['current'],
    pipeline: ['code', 'cgrag'],
    pipelines: ['code'],
    tenant: ['local'],
  };

  beforeAll(async () => {
    fixture = await indexFixture('test/fixtures/dotnet-shop/app');
    gateway = await GatewayChild.start({
      ...{ dataDir: fixture.dataDir, rateLimit: 0 },
      ...{ indexRoots: [folder], webhookAllowPrivate: 'on' },
    });
    // The first key ends the time without keys, so there is one from the beginning, which may do everything.
    const operator = { name: 'of the test', tenant: 'local', role: 'operator' };
    const made = await call<{ key: string }>(gateway.url, 'POST /v1/keys', { body: operator });
    ({ key } = made.body);
    document = (await call<OpenApi>(gateway.url, 'GET /v1/openapi.json', { key })).body;
    const turn = await call<{ id: string; session: string }>(gateway.url, 'POST /v1/turns', {
      key,
      body: { question: 'What happens to stock when an invoice is cancelled?', wait: true },
    });
    known['id']?.push(turn.body.id, turn.body.session);
    known['session'] = [turn.body.session];
    known['turnId'] = [turn.body.id];
    known['repository'] = [fixture.repository];
    known['name']?.push(fixture.repository);
    await call(gateway.url, 'POST /v1/golden-sets', { key, body: { name: 'faq' } });
    objects = await furnish(gateway.url, 'acme', folder, key);
  }, 120_000);
  afterAll(async () => {
    await gateway.stop();
    await fixture.remove();
    rmSync(folder, { recursive: true });
  });

  // Before requests of other routes delete what is asked about.
  it.each(['/v1/chat/completions', '/v1/responses', '/mcp'] as const)(
    '%s, which speaks as others do, refuses what is broken',
    async (path) => {
      const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
      const values = fc.sample(fc.jsonValue(), { numRuns: 60, seed: SEED });
      const bodies = [
        ...BROKEN_BODIES.map(([type, body]) => ({
          headers: type === '' ? {} : { ...json, 'content-type': type },
          body,
        })),
        ...values.map((value) => ({ headers: json, body: JSON.stringify(value) })),
      ];
      const right = {
        '/mcp': { jsonrpc: '2.0', id: 1, method: 'tools/list' },
        '/v1/responses': { model: 'code', input: 'What is an invoice?' },
        '/v1/chat/completions': {
          repository: fixture.repository,
          model: 'code',
          messages: [{ role: 'user', content: 'What is an invoice?' }],
        },
      }[path];
      await family.row({
        name: path,
        benign: { headers: json, body: JSON.stringify(right) },
        attacks: bodies,
        send: async ({
          headers,
          body,
        }: {
          headers: Readonly<Record<string, string>>;
          body: string | Buffer;
        }) => {
          const answer = await answerTo({ kind: 'broken', method: 'POST', path, headers, body });
          return { status: typeof answer === 'string' ? answer : answer.status };
        },
        reached: ({ status }) => status === 200,
        judge: ({ status }, { body }) => {
          const refused = typeof status === 'number' && status >= 400 && status < 500;
          expect({ status, refused, body: body.toString().slice(0, 100) }).toMatchObject({ refused: true });
        },
      });
      expect(gateway.ended).toBeNull();
    },
  );

  it('has an answer: none of the server’s own faults, refusals as the document says, and the process lives', async () => {
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        path,
        method: method.toUpperCase(),
        operation,
      })),
    );
    const each = Math.max(LEAST_EACH, Math.ceil(REQUESTS / operations.length));
    const counts: Record<Sent['kind'], number> = { valid: 0, mutated: 0, parameters: 0, broken: 0 };
    const twins = benignRequests(document, objects);
    // Deletions come last, when their objects are no longer needed.
    const last = operations.toSorted((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'));
    expect(last.length).toBeGreaterThan(60);
    // All twins first: what the requests of one route delete, that of another may need.
    const reached = new Map<string, number>();
    for (const twin of twins) {
      const answer = await answerTo(asSent(twin));
      reached.set(`${twin.method} ${twin.path}`, typeof answer === 'string' ? 0 : answer.status);
    }
    for (const [n, { path, method, operation }] of last.entries()) {
      const route = `${method} ${path}`;
      const twin = twins.find((each) => each.method === method && each.path === path);
      if (!twin) throw new Error(`${route} has no twin.`);
      const sample = fc.sample(requests(twin, operation), { numRuns: each, seed: SEED + n });
      await family.row({
        name: route,
        benign: asSent(twin),
        attacks: sample,
        ...{ atOnce: AT_ONCE, fieldNames: true },
        send: async (sent) =>
          sent.twin === true ? (reached.get(route) ?? 0) : { answer: await answerTo(sent) },
        reached: (status) => typeof status === 'number' && isAnswered(twin, status),
        judge: (seen, sent) => {
          counts[sent.kind] += 1;
          const answer = typeof seen === 'number' ? String(seen) : seen.answer;
          const problem = gateway.ended ?? judged(sent, operation, answer);
          expect(problem === null ? null : `${problem}\n   ${told(sent)}`).toBeNull();
        },
      });
    }
    expect(gateway.ended).toBeNull();
    expect((await call(gateway.url, 'GET /health/live')).status).toBe(200);
    for (const count of Object.values(counts)) expect(count).toBeGreaterThan(100);
  }, 320_000);

  it('are all tried', () => {
    family.counted();
  });

  const asSent = (twin: BenignRequest): Sent => ({
    ...{ kind: 'valid', method: twin.method, path: targetOf(twin), twin: true },
    headers: { ...(twin.body === undefined ? {} : { 'content-type': 'application/json' }), ...twin.headers },
    ...(twin.body === undefined ? {} : { body: JSON.stringify(twin.body) }),
  });

  /** The schema with what it refers to, for the validator. */
  const opened = (schema: object): object => ({
    ...schema,
    components: JSON.parse(JSON.stringify(document.components)) as object,
  });

  /** Requests for one operation: as the document says, and not. */
  function requests({ path, method, headers: own }: BenignRequest, operation: Operation): fc.Arbitrary<Sent> {
    const schema = operation.requestBody?.content?.['application/json']?.schema;
    const body = schema && validFor({ document, known }, schema);
    const params = (strange: boolean): fc.Arbitrary<Pick<Sent, 'path' | 'headers'>> =>
      parametersOf(path, operation, strange);
    const json = { ...own, 'content-type': 'application/json' };
    const check = schema && validator.compile(opened(schema));
    const withBody = (kind: Sent['kind'], values: fc.Arbitrary<unknown>): fc.Arbitrary<Sent> =>
      fc.tuple(params(false), values).map(([at, value]) => {
        const body = JSON.stringify(value);
        const forbidden = check && !check(JSON.parse(body)) ? JSON.stringify(check.errors?.[0]) : undefined;
        const headers = { ...at.headers, ...json };
        return {
          kind,
          method,
          path: at.path,
          headers,
          body,
          ...defined({ forbidden }),
        };
      });
    const bare = (kind: Sent['kind'], strange: boolean): fc.Arbitrary<Sent> =>
      params(strange).map((at) => ({ kind, method, ...at }));
    if (!body) return fc.oneof(bare('valid', false), bare('parameters', true));
    const broken = fc
      .tuple(params(false), fc.constantFrom(...BROKEN_BODIES))
      .map(([at, [type, text]]): Sent => ({
        kind: 'broken',
        method,
        path: at.path,
        headers: { ...at.headers, ...(type === '' ? {} : { 'content-type': type }) },
        body: text,
      }));
    return fc.oneof(
      withBody('valid', body),
      withBody('mutated', mutated(body)),
      broken,
      bare('parameters', true),
    );
  }

  function parametersOf(
    path: string,
    { parameters }: Operation,
    strange: boolean,
  ): fc.Arbitrary<Pick<Sent, 'path' | 'headers'>> {
    const values = Object.fromEntries(
      parameters.map(({ name, in: place, required, schema = {} }) => {
        const ids = fc.constantFrom(...(known[name] ?? ['code']), 'none');
        const valid = place === 'path' ? ids : ofField({ document, known }, name, schema).map(String);
        const value = strange ? fc.oneof(anyText, valid) : valid;
        return [
          `${place} ${name}`,
          required || place === 'path' ? value : fc.option(value, { nil: null }),
        ] as const;
      }),
    );
    const extra = strange
      ? fc.constantFrom('', 'a[b]=c', '__proto__[x]=1', 'limit=1&limit=2', '%', '&&==')
      : fc.constant('');
    return fc.tuple(fc.record(values), extra).map(([given, more]) => {
      let at = path;
      const query: string[] = [];
      const headers: Record<string, string> = {};
      for (const [key, value] of Object.entries(given)) {
        const [place = '', name = ''] = key.split(' ');
        if (value === null) continue;
        if (place === 'path') at = at.replace(`{${name}}`, encoded(value) || '%20');
        else if (place === 'query') query.push(`${name}=${encoded(value)}`);
        // A header that Node would not send proves nothing of the gateway.
        else headers[name] = value.replace(/[^\x20-\x7e]/g, '~').slice(0, 4_000);
      }
      const search = [...query, ...(more === '' ? [] : [more])].join('&');
      return { path: search === '' ? at : `${at}?${search}`, headers };
    });
  }

  function answerTo({ method, path, headers, body }: Sent): Promise<Answer | string> {
    return new Promise((resolve) => {
      const sent = request(
        gateway.url,
        { method, path, headers: { ...headers, authorization: `Bearer ${key}` } },
        (response) => {
          let text = '';
          response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
          response.on('end', () => {
            resolve({ status: response.statusCode ?? 0, type: response.headers['content-type'] ?? '', text });
          });
          response.on('error', ({ message }) => {
            resolve(message);
          });
        },
      );
      sent.on('error', ({ message }) => {
        resolve(message);
      });
      sent.end(body);
    });
  }

  /** What is wrong with an answer; null where nothing is. */
  function judged({ kind, forbidden }: Sent, operation: Operation, answer: Answer | string): string | null {
    if (typeof answer === 'string') return answer;
    const { status, type, text } = answer;
    const said = `${status} ${type} ${text.slice(0, 300)}`;
    if (status >= 500) return `the server's own fault: ${said}`;
    if (kind === 'broken' && status < 400) return `a broken body was taken: ${said}`;
    if (forbidden !== undefined && status < 400)
      return `taken, though the document forbids it (${forbidden}): ${said}`;
    // A path that was put out of shape may lead to another route, or to none.
    const described = operation.responses[status];
    if (!described && kind !== 'parameters') return `an answer that the document does not describe: ${said}`;
    if (status < 400) return null;
    if (type.startsWith('application/json') && described?.content?.['application/json'])
      return 'error' in (JSON.parse(text) as object) ? null : `no error: ${said}`;
    if (!type.startsWith('application/problem+json')) return `no problem document: ${said}`;
    const problem = JSON.parse(text) as Record<string, unknown>;
    const codes: readonly unknown[] = FAULT_CODES;
    if (problem['status'] !== status || !codes.includes(problem['code'])) return `no known problem: ${said}`;
    return null;
  }
});

/** Percent-encoded, also where the text is no text (half of a pair of surrogates). */
function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(/^\.{1,2}$/, '%2e');
}

function told({ kind, method, path, headers, body }: Sent): string {
  const text = body === undefined ? '' : body.toString().slice(0, 400);
  return `${kind}: ${method} ${path.slice(0, 300)} ${JSON.stringify(headers).slice(0, 200)} ${text}`;
}
