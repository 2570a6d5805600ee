import { join } from 'node:path';
import { indexFixture, type IndexedFixture } from '../scenarios/index-fixture';
import { call, EventStream, expectProblem, startGateway } from './gateway-under-test';

/** Ports on which nothing listens. */
const GRAPH = { graphStoreUrl: 'bolt://127.0.0.1:1' };
const HISTORY = { historyStoreUrl: 'elasticsearch:http://127.0.0.1:1' };

describe('the API while a store is away', () => {
  let fixture: IndexedFixture;
  beforeAll(async () => {
    fixture = await indexFixture('test/fixtures/dotnet-shop/app');
  });
  afterAll(() => fixture.remove());

  it('is ready without the code graph, answers without it, and says so in the turn and in its log', async () => {
    const gateway = await startGateway(fixture.dataDir, GRAPH);
    try {
      expect(await call(gateway.url, 'GET /health/ready')).toMatchObject({
        status: 200,
        body: { stores: { graph: 'away', search: 'up', history: 'up' } },
      });
      const question = 'What happens to stock when an invoice is cancelled?';
      const { body } = await call<{ id: string; degraded: unknown[] }>(gateway.url, 'POST /v1/turns', {
        body: { question, wait: true },
      });
      expect(body).toMatchObject({
        confidence: 'medium',
        disclaimer: expect.stringMatching(
          /^No language model has judged the passages\. It was answered without the code graph: .*127\.0\.0\.1:1/,
        ) as string,
      });
      expect(body.degraded[0]).toEqual({
        pass: 1,
        step: 'expand',
        store: 'graph',
        lacks: 'without the code graph',
        reason: expect.stringContaining('127.0.0.1:1') as string,
      });
      const log = await EventStream.open(gateway.url, `/v1/turns/${body.id}/events`);
      const { data } = await log.until('store.away');
      expect(JSON.parse(data)).toMatchObject({ step: 'expand', store: 'graph', waits: false });
      await log.rest();
    } finally {
      await gateway.close();
    }
  });

  it('is not ready without the history, and says where it was looked for', async () => {
    // Keys are in another store: if that is unavailable as well, it is unknown whether a key is needed, and details
    // require one.
    const records = { recordStoreUrl: `sqlite:${join(fixture.dataDir, 'records.db')}` };
    const gateway = await startGateway(fixture.dataDir, { ...HISTORY, ...records });
    try {
      const ready = await call(gateway.url, 'GET /health/ready');
      expect(expectProblem(ready, 503, 'store_unavailable')).toContain('127.0.0.1:1');
      expect(ready.headers.get('retry-after')).toBe('2');
      expect((await call(gateway.url, 'GET /health/live')).status).toBe(200);
      expectProblem(await call(gateway.url, 'GET /v1/sessions'), 503, 'store_unavailable');
    } finally {
      await gateway.close();
    }
  });
});
