import type { TurnDto } from '@quarry/gateway';
import type { Running } from '@quarry/solo';
import { indexFixture } from '../scenarios/index-fixture';
import { startScriptedModel, type ScriptedModel } from '../scripted-model/server';
import { call, EventStream, slowAnswer, startGateway, type Call } from './gateway-under-test';
import { differences, type OpenApi } from './openapi';

const QUESTION = 'What happens to stock when an invoice is cancelled?';

/** Every reply is held against the schema that the gateway publishes for that route and status. */
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
