import { RETRIEVAL_MODES } from '@quarry/turn';
import { SearchedTexts } from '../testing/searched-texts';
import { strategyOf } from './strategies';

describe.each(RETRIEVAL_MODES)('retrieval mode %s (003 §4)', (mode) => {
  let texts: SearchedTexts;
  beforeAll(async () => {
    texts = await SearchedTexts.open();
  });
  afterAll(() => texts.close());

  it('is served by its own strategy', () => {
    expect(strategyOf(mode).mode).toBe(mode);
  });

  it('asks the index once, for top_k candidates at least, and gives top_k hits at most, best first', async () => {
    for (const topK of [1, 3, 60]) {
      const { calls, queries, hits } = await texts.search(mode, { query: 'repeat gamma', topK });
      expect(calls).toBe(1);
      expect(Math.min(...queries.map(({ k }) => k))).toBeGreaterThanOrEqual(topK);
      expect(hits.length).toBeGreaterThan(0);
      expect(hits.length).toBeLessThanOrEqual(topK);
      for (const { relevance } of hits) {
        expect(relevance).toBeGreaterThanOrEqual(0);
        expect(relevance).toBeLessThanOrEqual(1);
      }
    }
    const ranked = (await texts.search(mode, { query: 'repeat gamma', topK: 6 })).symbols;
    expect((await texts.search(mode, { query: 'repeat gamma', topK: 2 })).symbols).toEqual(
      ranked.slice(0, 2),
    );
  });

  it('a filter applies before ranking, so that it costs no hits', async () => {
    const query = 'paint colour';
    expect((await texts.search(mode, { query, topK: 1 })).symbols).toEqual(['far']);
    const filter = { pathPrefixes: ['src/more.ts'] };
    const { symbols, lists, queries } = await texts.search(mode, { query, topK: 1, filter });
    expect(symbols).toEqual(['more']);
    expect(lists.flat().map(({ chunk }) => chunk.path)).toEqual(queries.map(() => 'src/more.ts'));
  });

  it('what lies below both floors is nothing found', async () => {
    const relevance = { min_cosine: 1.01, min_term_share: 1.01, min_answerable: 0 };
    expect((await texts.search(mode, { query: 'repeat gamma' }, { relevance })).hits).toEqual([]);
    expect((await texts.search(mode, { query: 'repeat gamma' })).hits).not.toEqual([]);
  });
});
