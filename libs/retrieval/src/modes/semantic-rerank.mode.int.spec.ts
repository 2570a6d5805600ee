import fc from 'fast-check';
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
