import type { TurnDto } from '@quarry/client';
import type { Running } from '@quarry/solo';
import { indexFixture } from '../scenarios/index-fixture';
import { startScriptedModel, type ScriptedModel } from '../scripted-model/server';
import { call, EventStream, slowAnswer, startGateway, type Call } from './gateway-under-test';
import { ended } from './golden-runs';
import { differences, type OpenApi, type Schema } from './openapi';

const QUESTION = 'What happens to stock when an invoice is cancelled?';

/** Every response is checked against the schema that the gateway publishes for that route and status. */
describe('replies are what the OpenAPI document says', () => {
  let fixture: Awaited<ReturnType<typeof indexFixture>>;
  let model: ScriptedModel;
  let gateway: Running & { readonly url: string };
  let document: OpenApi;
  const settings = (): object => ({
    chatProvider: 'openai',
    chatModel: 'scripted-1',
    chatBaseUrl: model.baseUrl,
  });

  beforeAll(async () => {
    fixture = await indexFixture('test/fixtures/dotnet-shop/app');
    model = await startScriptedModel({ replies: slowAnswer(2) });
    gateway = await startGateway(fixture.dataDir, settings());
    document = (await call<OpenApi>(gateway.url, 'GET /v1/openapi.json')).body;
  });
  afterAll(async () => {
    await gateway.close();
    await model.close();
    await fixture.remove();
  });

  /** Calls `route` with `{…}` filled in by `id`, checks status and schema, gives the body. */
  const checked = async <Body>(route: string, status: number, id = '', options: Call = {}): Promise<Body> => {
    const [method = '', path = ''] = route.split(' ');
    const reply = await call<Body>(gateway.url, route.replace(/\{\w+\}/, id), options);
    expect({ route, status: reply.status }).toEqual({ route, status });
    const type = reply.headers.get('content-type')?.split(';')[0] ?? '';
    const responses = document.paths[path]?.[method.toLowerCase()]?.responses ?? {};
    const described = responses[status]?.content?.[type];
    if (!described) throw new Error(`${route} does not describe ${status} ${type}`);
    expect({ route, wrong: differences(document, described.schema, reply.body) }).toEqual({
      route,
      wrong: [],
    });
    return reply.body;
  };
  /** What the document says of a route's success. */
  const described = (route: string): { schema: Schema } => {
    const [method = '', path = ''] = route.split(' ');
    const found =
      document.paths[path]?.[method.toLowerCase()]?.responses['200']?.content?.['application/json'];
    if (!found) throw new Error(`${route} is not described`);
    return found;
  };
  const ask = (more: object): Call => ({ body: { question: QUESTION, ...more } });

  it('for a turn that runs, that is cancelled, and for its session meanwhile', async () => {
    model.play(slowAnswer(2_000));
    const { id, session, links } = await checked<TurnDto>('POST /v1/turns', 202, '', ask({}));
    await (await EventStream.open(gateway.url, links.events)).until('answer.delta');
    await checked('GET /v1/turns/{id}', 200, id);
    await checked('GET /v1/sessions/{id}', 200, session);
    await checked('DELETE /v1/turns/{id}', 200, id);
    await checked('GET /v1/turns/{id}', 200, id);
  });

  it('for a turn that needed a second pass, and for one that history alone remembers', async () => {
    const script = [
      '[Requesting data on:] dbo.StockMovement, TaxOfficeGateway',
      '[Answer:] So it is [1] [99].',
    ];
    model.play(({ system }) => {
      if (system.includes('[BM25:]')) return '[HYBRID:] invoice cancel';
      return script.shift() ?? '[Answer:] So it is [1] [99].';
    });
    const turn = await checked<TurnDto>('POST /v1/turns', 200, '', ask({ wait: true }));
    expect(turn.needs.length).toBeGreaterThan(1);
    expect(turn.misses.length).toBeGreaterThan(0);
    expect(turn.citations.length).toBeGreaterThan(0);
    expect(turn.answer?.removedCitations).toEqual(['[99]']);
    await checked('GET /v1/turns', 200);
    await gateway.close();
    gateway = await startGateway(fixture.dataDir, settings());
    await checked('GET /v1/turns/{id}', 200, turn.id);
    await checked('GET /v1/sessions', 200);
    await checked('GET /v1/statistics', 200);
    await checked('GET /v1/sessions/{id}', 200, turn.session);
    await checked('DELETE /v1/sessions/{id}', 200, turn.session);
  });

  it('for a turn that failed', async () => {
    model.play(() => ({ fault: { kind: 'status', status: 401 } }));
    const turn = await checked<TurnDto>('POST /v1/turns', 200, '', ask({ wait: true }));
    expect(turn).toMatchObject({ outcome: 'failed', code: 'model_refused' });
  });

  it('for pipelines and health', async () => {
    await checked('GET /v1/pipelines', 200);
    await checked('GET /v1/pipelines/{name}', 200, 'code');
    await checked('GET /health/live', 200);
    await checked('GET /health/ready', 200);
  });

  it('for golden sets, their runs and comparisons', async () => {
    const at = '/v1/golden-sets';
    const set = { body: { name: 'faq', description: 'asked often' } };
    await checked(`POST ${at}`, 201, '', set);
    await checked(`POST ${at}`, 200, '', set);
    const question = { body: { id: 'q1', text: QUESTION, gold: [{ path: 'db/Stock.sql' }] } };
    await checked(`POST ${at}/{name}/questions`, 201, 'faq', question);
    await checked(`POST ${at}/{name}/questions`, 200, 'faq', question);
    await checked(`GET ${at}`, 200);
    await checked(`GET ${at}/{name}`, 200, 'faq');
    const schedule = { body: { pipelines: ['code'], everyHours: 24 } };
    await checked(`PUT ${at}/{name}/schedule`, 200, 'faq', schedule);
    const begun = await checked<{ id: string }>(`POST ${at}/{name}/runs`, 202, 'faq', {
      body: { pipelines: ['code', 'cgrag'] },
    });
    await ended(gateway.url, 'faq', begun.id);
    await checked(`GET ${at}/{name}/runs`, 200, 'faq');
    const run = await call(gateway.url, `GET ${at}/faq/runs/${begun.id}`);
    const { schema } = described(`GET ${at}/{name}/runs/{id}`);
    expect(differences(document, schema, run.body)).toEqual([]);
    const sides = `base=${begun.id}:code&with=${begun.id}:cgrag`;
    const compared = await call(gateway.url, `GET ${at}/faq/comparison?${sides}`);
    expect(compared.status).toBe(200);
    expect(differences(document, described(`GET ${at}/{name}/comparison`).schema, compared.body)).toEqual([]);
    await checked(`GET ${at}/{name}`, 404, 'none');
    await checked(`DELETE ${at}/{name}`, 200, 'faq');
  });

  it('for problems', async () => {
    await checked('POST /v1/turns', 400, '', ask({ question: '' }));
    await checked('POST /v1/turns', 404, '', ask({ pipeline: 'cod' }));
    await checked('POST /v1/turns', 404, '', ask({ session: 'nobody' }));
    await checked('POST /v1/turns', 413, '', ask({ question: 'x'.repeat(40_000) }));
    const headers = { 'idempotency-key': 'twice' };
    await checked('POST /v1/turns', 202, '', { ...ask({}), headers });
    await checked('POST /v1/turns', 422, '', { ...ask({ question: 'Other?' }), headers });
    for (const route of ['GET /v1/turns/{id}', 'DELETE /v1/turns/{id}', 'GET /v1/turns/{id}/events'])
      await checked(route, 404, 'none');
    for (const route of ['GET /v1/sessions/{id}', 'DELETE /v1/sessions/{id}', 'GET /v1/pipelines/{name}'])
      await checked(route, 404, 'none');
  });
});
