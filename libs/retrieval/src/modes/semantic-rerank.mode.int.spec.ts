import fc from 'fast-check';
import { openReranker } from '@quarry/reranker';
import { startRerankServer, type RerankServer } from '@quarry/reranker/testing';
import { SearchedTexts } from '../testing/searched-texts';

describe('retrieval mode semantic_rerank', () => {
  let texts: SearchedTexts;
  beforeAll(async () => {
    texts = await SearchedTexts.open();
  });
  afterAll(() => texts.close());

  it('asks for max(50, 3 · top_k) candidates', async () => {
    for (const [topK, candidates] of [
      [1, 50],
      [8, 50],
      [16, 50],
      [17, 51],
      [40, 120],
    ] as const) {
      const { queries } = await texts.search('semantic_rerank', { query: 'repeat gamma', topK });
      expect([topK, queries.map(({ kind, k }) => [kind, k])]).toEqual([topK, [['knn', candidates]]]);
    }
  });

  it('the formula of widening stands in the settings', async () => {
    const rerank = { alpha: 0.7, beta: 0.3, widen_min: 4, widen_factor: 5 };
    expect(
      (await texts.search('semantic_rerank', { query: 'repeat', topK: 2 }, { rerank })).queries[0]?.k,
    ).toBe(10);
  });

  it('semantic_rerank: final = alpha · semantic + beta · keyword / max(keyword), for any alpha and beta', async () => {
    const only = async (alpha: number, beta: number) =>
      (
        await texts.search(
          'semantic_rerank',
          { query: 'repeat gamma missing', topK: 6 },
          { rerank: { alpha, beta, widen_min: 50, widen_factor: 3 } },
        )
      ).hits;
    const semantic = new Map((await only(1, 0)).map((hit) => [hit.chunk.id, hit.relevance]));
    const keyword = new Map((await only(0, 1)).map((hit) => [hit.chunk.id, hit.relevance]));
    // No text has all words of the query, yet the best one counts in full.
    expect(Math.max(...keyword.values())).toBe(1);
    expect(new Set(keyword.values()).size).toBeGreaterThan(1);
    const weight = fc.double({ min: 0, max: 0.5, noNaN: true });
    await fc.assert(
      fc.asyncProperty(weight, weight, async (alpha, beta) => {
        const hits = await only(alpha, beta);
        expect(hits).toHaveLength(6);
        for (const { chunk, relevance } of hits)
          expect(relevance).toBeCloseTo(
            alpha * (semantic.get(chunk.id) ?? 0) + beta * (keyword.get(chunk.id) ?? 0),
            6,
          );
        const ranked = hits.map(({ relevance }) => relevance);
        expect(ranked).toEqual(ranked.toSorted((a, b) => b - a));
      }),
      { numRuns: 20 },
    );
  });
});

describe('retrieval mode semantic_rerank with a reranker', () => {
  let texts: SearchedTexts;
  let server: RerankServer;
  beforeAll(async () => {
    [texts, server] = await Promise.all([SearchedTexts.open(), startRerankServer()]);
  });
  afterAll(() => Promise.all([texts.close(), server.close()]));
  beforeEach(() => {
    server.asked.length = 0;
    server.faults.length = 0;
  });
  const search = (query: string, topK: number, settings = {}) =>
    texts.search('semantic_rerank', { query, topK }, settings, openReranker(server.url, { retries: 0 }));

  it('sends name and text of the candidates of the hybrid search, and returns them in its order', async () => {
    const { symbols, queries } = await search('gamma colour', 2);
    expect(queries.map(({ kind, k }) => [kind, k])).toEqual([
      ['knn', 50],
      ['bm25', 50],
    ]);
    const [asked] = server.asked;
    expect(asked?.body).toMatchObject({ query: 'gamma colour' });
    expect(asked?.body.texts?.toSorted()).toEqual([
      'both\nrepeat repeat bill gamma',
      'far\npaint colour',
      'more\ngamma gamma paint colour',
      'near\nrepeat repeat repeat',
      'second\nrepeat repeat repeat bill alpha',
      'words\ngamma gamma gamma paint',
    ]);
    // Only `more` has both words.
    expect(symbols[0]).toBe('more');
    expect(symbols).toHaveLength(2);
  });

  it('sends at most the first candidates of the hybrid search that the settings say', async () => {
    const rerank = { alpha: 0.7, beta: 0.3, widen_min: 2, widen_factor: 2 };
    await search('gamma', 1, { rerank });
    const asMany = { rerank: { ...rerank, widen_factor: 1 } };
    const { symbols } = await texts.search('hybrid', { query: 'gamma', topK: 2 }, asMany);
    expect(server.asked.map(({ body }) => body.texts?.map((text) => text.split('\n')[0]))).toEqual([symbols]);
  });

  it('sends no candidate below the relevance floor, and gives each hit the relevance that hybrid search gives', async () => {
    const relevance = { min_cosine: 0.5, min_term_share: 0.9, min_answerable: 0 };
    const { hits } = await search('paint colour', 6, { relevance });
    const hybrid = await texts.search('hybrid', { query: 'paint colour', topK: 6 }, { relevance });
    const of = ({ chunk, relevance: value }: (typeof hits)[number]) => `${chunk.id} ${value}`;
    expect(hits.length).toBeGreaterThan(1);
    expect(hits.length).toBeLessThan(6);
    expect(server.asked[0]?.body.texts).toHaveLength(hits.length);
    expect(hits.map(of).toSorted()).toEqual(hybrid.hits.map(of).toSorted());
  });

  it('fails with the fault of the reranker', async () => {
    server.faults.push({ status: 500, body: { error: 'broken' } });
    await expect(search('gamma', 2)).rejects.toMatchObject({ code: 'reranker_unavailable' });
  });
});
