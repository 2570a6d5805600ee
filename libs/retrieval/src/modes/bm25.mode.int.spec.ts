import { SearchedTexts } from '../testing/searched-texts';

describe('retrieval mode bm25', () => {
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
      const { queries } = await texts.search('bm25', { query: 'repeat gamma', topK });
      expect([topK, queries.map(({ kind, k }) => [kind, k])]).toEqual([topK, [['bm25', candidates]]]);
    }
  });

  it('keeps the order of BM25, and takes the share of the words for the relevance', async () => {
    const { symbols, hits, lists } = await texts.search('bm25', { query: 'gamma paint', topK: 6 });
    expect(symbols).toEqual(lists[0]?.map(({ chunk }) => chunk.symbol));
    const relevance = new Map(hits.map(({ chunk, relevance: share }) => [chunk.symbol, share]));
    expect(relevance.get('words')).toBe(1);
    expect(relevance.get('far')).toBeLessThan(1);
    expect(relevance.has('near')).toBe(false);
  });
});
