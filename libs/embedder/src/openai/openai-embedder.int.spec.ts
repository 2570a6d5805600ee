import { openEmbedder } from '../adapters';
import { embedderConformance } from '../conformance';
import { startEmbeddingsServer } from '../testing/embeddings-server';
import type { EmbeddingsServer } from '../testing/embeddings-server';
import { openOpenAiEmbedder } from './openai-embedder';

let server: EmbeddingsServer;
beforeAll(async () => void (server = await startEmbeddingsServer()));
afterAll(() => server.close());
beforeEach(() => {
  server.asked.length = 0;
  server.faults.length = 0;
});

const open = () => openOpenAiEmbedder({ baseUrl: server.url, model: 'small', retries: 1, timeoutMs: 2_000 });

embedderConformance({ name: 'openai', open });

describe('the OpenAI-compatible embedder', () => {
  it('determines its dimension with a first call and sends model and key', async () => {
    const embedder = await openEmbedder(`openai:${server.url}#text/small-3`, { apiKey: 'sk-test' });
    expect(embedder).toMatchObject({ id: 'openai/text/small-3@1', dimension: 16 });
    expect(server.asked).toEqual([
      { authorization: 'Bearer sk-test', model: 'text/small-3', input: ['dimension'] },
    ]);
  });

  it('sends at most 64 texts per request and keeps the order', async () => {
    const embedder = await open();
    const texts = Array.from({ length: 150 }, (_, i) => `t${i}`);
    const vectors = await embedder.embed(texts, { as: 'passage' });
    expect(server.asked.slice(1).map(({ input }) => input.length)).toEqual([64, 64, 22]);
    const [single] = await embedder.embed(['t99'], { as: 'passage' });
    expect(vectors[99]).toEqual(single);
  });

  it('retries after 503, a limited number of times', async () => {
    const embedder = await open();
    server.faults.push({ status: 503, body: { error: { message: 'busy' } } });
    expect(await embedder.embed(['x'], { as: 'query' })).toHaveLength(1);
    server.asked.length = 0;
    const busy = { status: 503, body: { error: { message: 'busy' } } };
    server.faults.push(busy, busy, busy, busy);
    await expect(embedder.embed(['x'], { as: 'query' })).rejects.toMatchObject({
      code: 'embedder_unavailable',
      retryable: true,
    });
    expect(server.asked).toHaveLength(2);
  });

  it('gives up on a server that never responds', async () => {
    const embedder = await openOpenAiEmbedder({
      baseUrl: server.url,
      model: 'm',
      retries: 0,
      timeoutMs: 200,
    });
    server.faults.push('hang');
    await expect(embedder.embed(['x'], { as: 'query' })).rejects.toMatchObject({
      code: 'embedder_unavailable',
      retryable: true,
    });
  });

  it.each([
    [401, 'check the API key'],
    [404, 'check the base URL'],
  ])('advises what to do after %i', async (status, advice) => {
    server.faults.push({ status, body: { error: { message: 'no' } } });
    await expect(open()).rejects.toMatchObject({
      code: 'embedder_unavailable',
      retryable: false,
      message: expect.stringContaining(advice) as string,
    });
  });

  it.each([
    ['no list', { hello: 1 }],
    ['too few', { data: [] }],
    ['no numbers', { data: [{ index: 0, embedding: 'AAAA' }] }],
    ['zeros', { data: [{ index: 0, embedding: [0, 0] }] }],
    ['nulls', { data: [{ index: 0, embedding: [null] }] }],
    ['an invalid index', { data: [{ index: 4, embedding: [1] }] }],
    ['text', 'hello'],
  ])('rejects a reply with %s', async (_name, body) => {
    server.faults.push({ status: 200, body });
    await expect(open()).rejects.toMatchObject({ name: 'Fault', code: 'embedder_unavailable' });
  });

  it('rejects vectors of a different dimension', async () => {
    const embedder = await open();
    server.faults.push({ status: 200, body: { data: [{ index: 0, embedding: [1, 2, 3] }] } });
    await expect(embedder.embed(['x'], { as: 'query' })).rejects.toMatchObject({
      code: 'embedder_unavailable',
    });
  });

  it('reports an unreachable endpoint', async () => {
    const gone = await startEmbeddingsServer();
    await gone.close();
    await expect(openOpenAiEmbedder({ baseUrl: gone.url, model: 'm', retries: 0 })).rejects.toMatchObject({
      code: 'embedder_unavailable',
      retryable: true,
    });
  });
});
