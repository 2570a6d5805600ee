import { openPlatform, readConfig } from '@quarry/platform';
import { loadAskablePipelines, startServices, type Running } from '@quarry/solo';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { call, callAs, startGateway } from './gateway-under-test';
import type { OpenApi, Operation } from './openapi';

/** Query parameters that a route cannot do without: the sides of a comparison. */
const REQUIRED = new Set([
  'GET /v1/golden-sets/{name}/comparison base',
  'GET /v1/golden-sets/{name}/comparison with',
  'POST /v1/uploads filename',
  'PATCH /v1/uploads/{id} offset',
]);

interface ToolList {
  readonly tools: readonly {
    readonly name: string;
    readonly inputSchema: { readonly properties: Readonly<Record<string, object>> };
  }[];
}

/** The tools of the MCP endpoint. */
async function toolsOf(url: string): Promise<ToolList> {
  const reply = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  });
  const [, data = ''] = /^data: (.*)$/m.exec(await reply.text()) ?? [];
  return (JSON.parse(data) as { readonly result: ToolList }).result;
}

describe('what the gateway says of itself', () => {
  let dataDir: string;
  let gateway: Running & { readonly url: string };
  let document: OpenApi;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'quarry-api-'));
    gateway = await startGateway(dataDir);
    document = (await call<OpenApi>(gateway.url, 'GET /v1/openapi.json')).body;
  });
  afterAll(async () => {
    await gateway.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  const operations = (): [string, Operation][] =>
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]): [string, Operation] => [
        `${method.toUpperCase()} ${path}`,
        operation,
      ]),
    );

  describe('the OpenAPI document', () => {
    it('names every operation once, by a verb, as a generated client calls it', () => {
      const names = operations().map(([, { operationId }]) => operationId);
      expect(new Set(names).size).toBe(names.length);
      expect(names).toEqual(expect.arrayContaining(['askQuestion', 'listTurns', 'getTurn', 'createKey']));
      const verbs =
        /^(?:add|ask|cancel|change|compare|create|delete|get|give|list|look|open|ping|redeliver|replace|replay|rerun|retry|revoke|schedule|search|send|start|stream|validate|withdraw)(?:[A-Z][A-Za-z]*)?$/;
      expect(names.filter((name) => !verbs.test(name))).toEqual([]);
    });

    it('lists every route and no other', () => {
      expect(
        operations()
          .map(([route]) => route)
          .sort(),
      ).toEqual([
        'DELETE /v1/golden-sets/{name}',
        'DELETE /v1/golden-sets/{name}/questions/{id}',
        'DELETE /v1/golden-sets/{name}/runs/{id}',
        'DELETE /v1/keys/{id}',
        'DELETE /v1/operations/model',
        'DELETE /v1/repositories/{name}',
        'DELETE /v1/repositories/{name}/snapshots/{snapshot}',
        'DELETE /v1/sessions/{id}',
        'DELETE /v1/turns/{id}',
        'DELETE /v1/turns/{id}/feedback',
        'DELETE /v1/webhooks/{id}',
        'GET /health/live',
        'GET /health/ready',
        'GET /v1/caller',
        'GET /v1/events/schema.json',
        'GET /v1/folders',
        'GET /v1/golden-sets',
        'GET /v1/golden-sets/{name}',
        'GET /v1/golden-sets/{name}/comparison',
        'GET /v1/golden-sets/{name}/runs',
        'GET /v1/golden-sets/{name}/runs/{id}',
        'GET /v1/graph/{operation}',
        'GET /v1/index-jobs',
        'GET /v1/index-jobs/{id}',
        'GET /v1/index-jobs/{id}/events',
        'GET /v1/keys',
        'GET /v1/models',
        'GET /v1/models/{id}',
        'GET /v1/operations/dead-letters',
        'GET /v1/operations/dead-letters/{id}',
        'GET /v1/operations/model',
        'GET /v1/operations/queues',
        'GET /v1/operations/statistics',
        'GET /v1/pipeline-problems',
        'GET /v1/pipelines',
        'GET /v1/pipelines/{name}',
        'GET /v1/repositories',
        'GET /v1/repositories/{name}',
        'GET /v1/repositories/{name}/labels',
        'GET /v1/repositories/{name}/refresh',
        'GET /v1/repositories/{name}/sample-questions',
        'GET /v1/repositories/{name}/snapshots',
        'GET /v1/repositories/{name}/snapshots/{snapshot}',
        'GET /v1/responses/{id}',
        'GET /v1/revision-comparisons/{id}',
        'GET /v1/sessions',
        'GET /v1/sessions/{id}',
        'GET /v1/sign-in',
        'GET /v1/statistics',
        'GET /v1/turns',
        'GET /v1/turns/{id}',
        'GET /v1/turns/{id}/events',
        'GET /v1/turns/{id}/evidence/{n}/file',
        'GET /v1/turns/{id}/evidence/{n}/source',
        'GET /v1/turns/{id}/feedback',
        'GET /v1/turns/{id}/staleness',
        'GET /v1/turns/{id}/trace',
        'GET /v1/webhooks',
        'GET /v1/webhooks/{id}',
        'GET /v1/webhooks/{id}/deliveries',
        'PATCH /v1/sessions/{id}',
        'PATCH /v1/uploads/{id}',
        'POST /mcp',
        'POST /v1/chat/completions',
        'POST /v1/golden-sets',
        'POST /v1/golden-sets/{name}/questions',
        'POST /v1/golden-sets/{name}/runs',
        'POST /v1/hooks/git/{id}',
        'POST /v1/index-jobs',
        'POST /v1/index-jobs/{id}/cancel',
        'POST /v1/keys',
        'POST /v1/lookup',
        'POST /v1/operations/dashboard-session',
        'POST /v1/operations/dead-letters/retry',
        'POST /v1/operations/dead-letters/{id}/retry',
        'POST /v1/operations/model/servers',
        'POST /v1/owner-session',
        'POST /v1/pipelines/validate',
        'POST /v1/responses',
        'POST /v1/responses/{id}/cancel',
        'POST /v1/revision-comparisons',
        'POST /v1/search',
        'POST /v1/sections',
        'POST /v1/sections/text',
        'POST /v1/sign-in',
        'POST /v1/sign-in/end',
        'POST /v1/sign-in/renewal',
        'POST /v1/sign-in/token',
        'POST /v1/tables',
        'POST /v1/tables/cells',
        'POST /v1/turns',
        'POST /v1/turns/{id}/cancel',
        'POST /v1/turns/{id}/feedback',
        'POST /v1/turns/{id}/replay',
        'POST /v1/turns/{id}/rerun',
        'POST /v1/uploads',
        'POST /v1/webhooks',
        'POST /v1/webhooks/{id}/deliveries/{delivery}/redeliver',
        'POST /v1/webhooks/{id}/ping',
        'PUT /v1/golden-sets/{name}/questions/{id}',
        'PUT /v1/golden-sets/{name}/schedule',
        'PUT /v1/operations/model',
        'PUT /v1/repositories/{name}/labels',
        'PUT /v1/repositories/{name}/refresh',
      ]);
    });

    it('gives every route a summary, a schema of its success, and its problems', () => {
      for (const [route, { summary, responses }] of operations()) {
        expect({ route, summary }).toEqual({ route, summary: expect.stringMatching(/.{10}/) });
        const success = Object.entries(responses).filter(([status]) => /^20[012]$/.test(status));
        expect({ route, success }).not.toEqual({ route, success: [] });
        for (const [status, { content }] of success) {
          const [type, body] = Object.entries(content ?? {})[0] ?? [];
          const wanted = typeOfSuccess(route);
          expect({ route, status, type }).toEqual({ route, status, type: wanted });
          if (type === 'application/json') expect(body?.schema.$ref).toMatch(/Dto$/);
        }
        const problems = Object.entries(responses).filter(([status]) => Number(status) >= 400);
        const [form, schema] = /models|chat|responses/.test(route)
          ? ['application/json', /OpenAiErrorDto$/]
          : ['application/problem+json', /ProblemDto$/];
        for (const [, { content, description }] of problems) {
          // What MCP's own library refuses is an error of JSON-RPC.
          if (/McpResponseDto$/.test(content?.['application/json']?.schema.$ref ?? '')) continue;
          expect(content?.[form]?.schema.$ref).toMatch(schema);
          expect(description).toMatch(/`[a-z_]+`/);
        }
        if (route.includes('/v1/')) expect(problems.map(([status]) => status)).toContain('401');
      }
      const ask = document.paths['/v1/turns']?.['post'];
      expect(ask?.requestBody?.content?.['application/json']?.schema.$ref).toMatch(/AskDto$/);
      expect(Object.keys(ask?.responses ?? {}).sort()).toEqual([
        '200',
        '202',
        '400',
        '401',
        '403',
        '404',
        // While labels are enforced: the caller's view is being prepared.
        '409',
        '413',
        '415',
        '422',
        '429',
        '503',
      ]);
    });

    it('describes every field of every schema', () => {
      const { schemas } = document.components;
      expect(Object.keys(schemas)).toEqual(
        expect.arrayContaining([
          'TurnDto',
          'EvidenceDto',
          'CitationDto',
          'AskDto',
          'FilterDto',
          'ProblemDto',
        ]),
      );
      const bare = Object.entries(schemas).flatMap(([name, schema]) =>
        Object.entries(schema.properties ?? {})
          .filter(([, field]) => (field.description ?? '').length < 8)
          .map(([field]) => `${name}.${field}`),
      );
      expect(bare).toEqual([]);
    });

    it('names every parameter once, with a description; only those of the path, and few others, must be there', () => {
      for (const [route, { parameters }] of operations()) {
        const names = parameters.map(({ name }) => name.toLowerCase());
        expect({ route, names: [...new Set(names)] }).toEqual({ route, names });
        for (const { name, description, required, in: place } of parameters) {
          expect({ route, name, description }).toMatchObject({ description: expect.stringMatching(/.{8}/) });
          expect({ route, name, required }).toEqual({
            route,
            name,
            required: place === 'path' || REQUIRED.has(`${route} ${name}`),
          });
        }
      }
    });

    it.each([
      ['ask', 'AskDto', ['question', 'session', 'createSession', 'depth', 'repository', 'snapshot']],
      ['search', 'SearchInput', ['query', 'mode', 'topK', 'repository', 'snapshot']],
      ['search', 'FilterDto', ['pathPrefixes', 'languages']],
      ['lookup', 'LookupInput', ['name', 'limit', 'neighbours', 'edgeKinds', 'repository', 'snapshot']],
      ['fetch_section', 'SectionTextInput', ['offset', 'characters', 'repository', 'snapshot']],
      ['fetch_section', 'SectionsInput', ['document']],
      ['fetch_table', 'TableCellsInput', ['row', 'column', 'repository', 'snapshot']],
      ['fetch_table', 'TablesInput', ['document']],
    ])('describes the input of the MCP tool %s as that of its route, %s', async (tool, schema, fields) => {
      const { tools } = await toolsOf(gateway.url);
      const input = tools.find(({ name }) => name === tool)?.inputSchema.properties ?? {};
      const body = document.components.schemas[schema]?.properties ?? {};
      for (const field of fields) {
        expect({ field, schema: input[field] }).toEqual({ field, schema: body[field] });
        expect(input[field]).toHaveProperty('description');
      }
    });

    it('explains the event stream', () => {
      const events = document.paths['/v1/turns/{id}/events']?.['get'];
      for (const type of ['answer.delta', 'turn.finished', 'need.missed', 'Last-Event-ID'])
        expect(events?.description).toContain(type);
    });
  });

  it('the page at /docs needs nothing from elsewhere, and its policy allows nothing else', async () => {
    const page = await fetch(`${gateway.url}/docs`);
    const html = await page.text();
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'self'");
    expect(page.headers.get('content-security-policy')).not.toMatch(/https?:|upgrade-insecure/);
    const addresses = [...html.matchAll(/(?:src|href)\s*=\s*["']([^"']+)["']/g)].map(
      (match) => match[1] ?? '',
    );
    expect(addresses.length).toBeGreaterThan(3);
    for (const address of addresses) {
      const { origin, href } = new URL(address, `${gateway.url}/docs`);
      expect(origin).toBe(new URL(gateway.url).origin);
      expect((await fetch(href)).status).toBe(200);
    }
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=)/);
    expect(await (await fetch(`${gateway.url}/docs/swagger-ui-init.js`)).text()).toContain(
      '"validatorUrl": null',
    );
  });

  it('is alive and ready', async () => {
    expect(await call(gateway.url, 'GET /health/live')).toMatchObject({
      status: 200,
      body: { status: 'live' },
    });
    expect(await call(gateway.url, 'GET /health/ready')).toMatchObject({
      status: 200,
      body: { status: 'ready', carrier: 'memory' },
    });
  });

  it('shows its pipelines', async () => {
    const list = await call<{ pipelines: { name: string; digest: string }[] }>(
      gateway.url,
      'GET /v1/pipelines',
    );
    const code = list.body.pipelines.find((pipeline) => pipeline.name === 'code');
    const { body } = await call(gateway.url, 'GET /v1/pipelines/code');
    expect(body).toMatchObject({ ...code, settings: { entry_step_id: 'translate_in' } });
    expect(body['steps']).toContainEqual(
      expect.objectContaining({ id: 'fetch', service: 'retriever', action: 'fetch_more_context' }),
    );
  });

  describe('without API keys', () => {
    it.each([
      'evil.example',
      'evil.example:4780',
      '127.0.0.1.evil.example',
      'localhost.evil.example',
      '10.0.0.5',
      '0',
    ])('does not answer as %s', async (host) => {
      for (const path of ['/v1/turns', '/v1/sessions', '/v1/pipelines', '/v1/turns/x/events']) {
        expect(await callAs(host, gateway.url, path)).toMatchObject({
          status: 401,
          body: { code: 'unauthorized' },
        });
      }
    });

    it.each(['localhost', 'localhost:1', '127.0.0.1', '[::1]:99', 'LOCALHOST'])(
      'answers as %s',
      async (host) => {
        expect(await callAs(host, gateway.url, '/v1/pipelines')).toMatchObject({ status: 200 });
      },
    );

    it.each(['0.0.0.0', '::', '192.0.2.1', 'quarry.example'])('refuses to listen on %s', async (host) => {
      const config = readConfig(
        { dataDir, carrier: 'memory', embedderUrl: 'none', logLevel: 'silent', host, port: 0 },
        {},
      );
      const started = startServices({
        platform: await openPlatform(config),
        pipelines: loadAskablePipelines(config),
        http: true,
      });
      await expect(started).rejects.toMatchObject({
        code: 'bad_request',
        message: expect.stringContaining('QUARRY_API_KEYS'),
      });
    });
  });
});

function typeOfSuccess(route: string): string {
  if (route.endsWith('/events')) return 'text/event-stream';
  if (route.endsWith('/schema.json')) return 'application/schema+json';
  return route.endsWith('/file') ? 'application/octet-stream' : 'application/json';
}
