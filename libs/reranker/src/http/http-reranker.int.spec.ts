import { openReranker } from '../adapters';
import { rerankerConformance } from '../conformance';
import { startRerankServer, type RerankServer } from '../testing/rerank-server';
import { openHttpReranker } from './http-reranker';

let server: RerankServer;
beforeAll(async () => void (server = await startRerankServer()));
afterAll(() => server.close());
beforeEach(() => {
  server.asked.length = 0;
  server.faults.length = 0;
});

const open = (model?: string) =>
  openHttpReranker({
    baseUrl: server.url,
    retries: 1,
    timeoutMs: 2_000,
    ...(model === undefined ? {} : { model }),
  });

rerankerConformance({ name: 'http, without a model (TEI)', open: () => open() });
rerankerConformance({
  name: 'http, with a model (Cohere, Jina, vLLM, llama.cpp)',
  open: () => open('small'),
});

describe('the reranker behind a /rerank endpoint', () => {
  it('sends the form of Cohere, with the key, if a model is named', async () => {
    const reranker = openReranker(`${server.url}/v2`, { model: 'rerank/v4', apiKey: 'sk-test' });
    expect(reranker?.id).toBe('http/rerank/v4');
    expect(server.asked).toEqual([]);
    expect(await reranker?.rerank('tax', ['colour', 'a tax'])).toEqual([0, 1]);
    expect(server.asked).toEqual([
      {
        path: '/v2/rerank',
        authorization: 'Bearer sk-test',
        body: { model: 'rerank/v4', query: 'tax', documents: ['colour', 'a tax'], top_n: 2 },
      },
    ]);
  });

  it('sends the form of TEI otherwise, and lets the server truncate', async () => {
    expect(await open().rerank('tax', ['colour', 'a tax'])).toEqual([0, 1]);
    expect(server.asked.map(({ path, body }) => [path, body])).toEqual([
      ['/rerank', { query: 'tax', texts: ['colour', 'a tax'], truncate: true }],
    ]);
  });

  it('sends at most 32 passages per request, of at most 8,000 characters, and keeps the order', async () => {
    const passages = Array.from({ length: 70 }, (_, at) =>
      at === 65 ? 'stock' : `t${at}`.padEnd(9_000, 'z'),
    );
    const scores = await open('m').rerank('stock', passages);
    expect(server.asked.map(({ body }) => body.documents?.length)).toEqual([32, 32, 6]);
    expect(server.asked[0]?.body.documents?.every((text) => text.length === 8_000)).toBe(true);
    expect(scores.indexOf(Math.max(...scores))).toBe(65);
  });

  it('retries after 503, a limited number of times', async () => {
    const busy = { status: 503, body: { error: 'busy' } };
    server.faults.push(busy);
    expect(await open().rerank('x', ['x'])).toEqual([1]);
    server.asked.length = 0;
    server.faults.push(busy, busy, busy);
    await expect(open().rerank('x', ['x'])).rejects.toMatchObject({
      code: 'reranker_unavailable',
      retryable: true,
    });
    expect(server.asked).toHaveLength(2);
  });

  it('gives up on a server that never responds', async () => {
    const reranker = openHttpReranker({ baseUrl: server.url, retries: 0, timeoutMs: 200 });
    server.faults.push('hang');
    await expect(reranker.rerank('x', ['x'])).rejects.toMatchObject({
      code: 'reranker_unavailable',
      retryable: true,
    });
  });

  it.each([
    [401, 'check the API key'],
    [404, 'check the base URL'],
    [307, 'redirects are not followed'],
  ])('advises what to do after %i, and never shows the key', async (status, advice) => {
    const headers = { location: `${server.url}/else` };
    server.faults.push({ status, body: { error: { message: 'no: sk-geheim-1' } }, headers });
    const reranker = openHttpReranker({ baseUrl: server.url, retries: 0, apiKey: 'sk-geheim-1' });
    const failed = reranker.rerank('x', ['x']);
    await expect(failed).rejects.toMatchObject({
      code: 'reranker_unavailable',
      retryable: false,
      message: expect.stringContaining(advice) as string,
    });
    await expect(failed).rejects.not.toMatchObject({ message: expect.stringContaining('geheim') as string });
    expect(server.asked).toHaveLength(1);
  });

  it.each([
    ['no list', { hello: 1 }],
    ['text', 'hello'],
    ['too few', []],
    ['no score', [{ index: 0 }, { index: 1 }]],
    [
      'a null',
      {
        results: [
          { index: 0, relevance_score: null },
          { index: 1, relevance_score: 1 },
        ],
      },
    ],
    [
      'an invalid index',
      [
        { index: 0, score: 1 },
        { index: 2, score: 1 },
      ],
    ],
    [
      'a negative index',
      [
        { index: 0, score: 1 },
        { index: -1, score: 1 },
      ],
    ],
    [
      'a duplicate index',
      [
        { index: 0, score: 1 },
        { index: 0, score: 1 },
      ],
    ],
  ])('rejects a reply with %s', async (_name, body) => {
    server.faults.push({ status: 200, body });
    await expect(open().rerank('x', ['x', 'y'])).rejects.toMatchObject({
      name: 'Fault',
      code: 'reranker_unavailable',
    });
  });

  it('reports an unreachable endpoint', async () => {
    const gone = await startRerankServer();
    await gone.close();
    await expect(
      openHttpReranker({ baseUrl: gone.url, retries: 0 }).rerank('x', ['x']),
    ).rejects.toMatchObject({ code: 'reranker_unavailable', retryable: true });
  });
});
