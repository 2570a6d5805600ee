import { PipelineSettings } from '@quarry/pipeline';
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

  it('puts the first twenty in order for a question about what code does, unless the settings say no', async () => {
    const code = await SearchedTexts.open({
      states: 'token expired token expired',
      decides: 'if (token.expired)\n  throw new Refused();\nreturn token;',
    });
    const asked = async (code_order: boolean) => {
      const fusion = { ...new PipelineSettings().fusion, code_order };
      const query = 'What happens when a token is expired?';
      const { symbols, queries } = await code.search('bm25', { query, topK: 2 }, { fusion });
      return { symbols, k: queries[0]?.k };
    };
    expect(await asked(false)).toEqual({ symbols: ['states', 'decides'], k: 2 });
    expect(await asked(true)).toEqual({ symbols: ['decides', 'states'], k: 20 });
    await code.close();
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
