import { SearchedTexts } from '../testing/searched-texts';

describe('retrieval mode semantic', () => {
  let texts: SearchedTexts;
  beforeAll(async () => {
    texts = await SearchedTexts.open();
  });
  afterAll(() => texts.close());

  it('asks for top_k candidates', async () => {
    for (const [topK, candidates] of [
      [1, 1],
      [8, 8],
      [40, 40],
    ] as const) {
      const { queries } = await texts.search('semantic', { query: 'repeat gamma', topK });
      expect([topK, queries.map(({ kind, k }) => [kind, k])]).toEqual([topK, [['knn', candidates]]]);
    }
  });

  it('ranks by the cosine, which is the relevance; a cosine below 0 counts as 0', async () => {
    const { hits, lists } = await texts.search('semantic', { query: 'repeat gamma', topK: 6 });
    expect(hits.map(({ chunk }) => chunk.symbol).slice(0, 3)).toEqual(['near', 'second', 'both']);
    expect(hits.map(({ relevance }) => relevance)).toEqual(
      lists[0]?.map(({ score }) => Math.min(1, Math.max(0, score))),
    );
  });
});
