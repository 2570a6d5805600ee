import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CachingEmbedder } from './caching';
import { openOpenAiEmbedder } from './openai/openai-embedder';
import { startEmbeddingsServer } from './testing/embeddings-server';
import type { EmbeddingsServer } from './testing/embeddings-server';

let server: EmbeddingsServer;
let dir: string;
beforeEach(async () => {
  server = await startEmbeddingsServer();
  dir = await mkdtemp(join(tmpdir(), 'quarry-vectors-'));
});
afterEach(async () => {
  await server.close();
  await rm(dir, { recursive: true });
});

const sent = (): string[] => server.asked.flatMap(({ input }) => [...input]).filter((t) => t !== 'dimension');

async function open(model = 'm', maxVectors?: number): Promise<CachingEmbedder> {
  const inner = await openOpenAiEmbedder({ baseUrl: server.url, model, retries: 0 });
  return new CachingEmbedder(inner, { file: join(dir, 'deep', 'vectors.db'), maxVectors });
}

describe('CachingEmbedder', () => {
  it('embeds only new texts, also in the next process, and returns the same vectors', async () => {
    const first = await open();
    const before = await first.embed(['a', 'b', 'a'], { as: 'passage' });
    expect(before[0]).toEqual(before[2]);
    expect(sent()).toEqual(['a', 'b']);
    await first.close();

    const second = await open();
    const after = await second.embed(['c', 'b', 'a'], { as: 'passage' });
    expect(sent()).toEqual(['a', 'b', 'c']);
    expect([after[2], after[1]]).toEqual([before[0], before[1]]);
    await second.close();
  });

  it('keeps the vectors of different models apart', async () => {
    const one = await open('one');
    await one.embed(['a'], { as: 'passage' });
    await one.close();
    const two = await open('two');
    await two.embed(['a'], { as: 'passage' });
    await two.close();
    expect(sent()).toEqual(['a', 'a']);
  });

  it('does not cache queries', async () => {
    const embedder = await open();
    await embedder.embed(['q'], { as: 'query' });
    await embedder.embed(['q'], { as: 'query' });
    expect(sent()).toEqual(['q', 'q']);
    await embedder.close();
  });

  it('keeps the vectors embedded before a failure', async () => {
    const embedder = await open();
    const texts = Array.from({ length: 100 }, (_, i) => `t${i}`);
    const running = embedder.embed(texts, { as: 'passage' });
    // The second slice of 64 fails.
    server.faults.push({ status: 200, body: undefined }, { status: 400, body: {} });
    await expect(running).rejects.toMatchObject({ code: 'embedder_unavailable' });
    server.asked.length = 0;
    await embedder.embed(texts, { as: 'passage' });
    expect(sent()).toEqual(texts.slice(64));
    await embedder.close();
  });

  it('removes the oldest vectors beyond its size', async () => {
    const first = await open();
    await first.embed(['a', 'b', 'c'], { as: 'passage' });
    await first.close();
    const second = await open('m', 2);
    server.asked.length = 0;
    await second.embed(['a', 'b', 'c'], { as: 'passage' });
    expect(sent()).toEqual(['a']);
    await second.close();
  });

  it('recreates a damaged cache', async () => {
    await mkdir(join(dir, 'deep'));
    await writeFile(join(dir, 'deep', 'vectors.db'), 'no database '.repeat(500));
    const embedder = await open();
    expect(await embedder.embed(['a', 'a'], { as: 'passage' })).toHaveLength(2);
    expect(sent()).toEqual(['a']);
    await embedder.close();
  });
});
