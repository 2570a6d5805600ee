import type { Hit } from '@quarry/search-index';
import { SearchedTexts } from '../testing/searched-texts';

describe('retrieval mode hybrid', () => {
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
      const { queries } = await texts.search('hybrid', { query: 'repeat gamma', topK });
      expect([topK, queries.map(({ kind, k }) => [kind, k])]).toEqual([
        topK,
        [
          ['knn', candidates],
          ['bm25', candidates],
        ],
      ]);
    }
  });

  it('hybrid by score: ranks by cosine + bm25_weight · BM25, 0.015 by default and from the settings', async () => {
    for (const bm25_weight of [undefined, 0, 0.2, 10]) {
      const { symbols, lists } = await texts.search(
        'hybrid',
        { query: 'again gamma', topK: 6 },
        bm25_weight === undefined
          ? {}
          : { fusion: { method: 'score', bm25_weight, phrase_weight: 0, code_order: false } },
      );
      const [dense = [], sparse = []] = lists;
      const scoreIn = (list: readonly Hit[], symbol: string | undefined) =>
        list.find(({ chunk }) => chunk.symbol === symbol)?.score ?? 0;
      const scores = symbols.map(
        (symbol) => scoreIn(dense, symbol) + (bm25_weight ?? 0.015) * scoreIn(sparse, symbol),
      );
      expect(scores).toHaveLength(6);
      expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    }
    const first = async (bm25_weight: number) =>
      (
        await texts.search(
          'hybrid',
          { query: 'again alpha', topK: 1 },
          { fusion: { method: 'score', bm25_weight, phrase_weight: 0, code_order: false } },
        )
      ).symbols[0];
    expect([await first(0), await first(10)]).toEqual(['near', 'second']);
  });

  it('fills the hits of a question about code up in the order of the search, if any is relevant', async () => {
    const found = async (codeFirst: boolean, min_cosine: number) => {
      const relevance = { min_cosine, min_term_share: 2, min_answerable: 0 };
      const asked = { query: 'repeat gamma', topK: 4, codeFirst };
      return (await texts.search('hybrid', asked, { relevance })).hits;
    };
    const [all, some] = [await found(true, 0.99), await found(false, 0.99)];
    expect([all.length, some.length]).toEqual([4, 1]);
    expect(all.find(({ chunk }) => chunk.symbol === 'near')?.relevance).toBe(some[0]?.relevance);
    expect(await found(true, 1.1)).toEqual([]);
  });

  it('hybrid by score: words of the query that stand together count, as much as the settings say', async () => {
    const order = async (phrase_weight: number) =>
      (
        await texts.search(
          'hybrid',
          { query: 'repeat gamma', topK: 1 },
          { fusion: { method: 'score', bm25_weight: 0.015, phrase_weight, code_order: false } },
        )
      ).symbols;
    // In `both`, one word is between them.
    expect([await order(0), await order(3)]).toEqual([['near'], ['both']]);
  });

  it('hybrid by rrf: ranks by the sum of 1 / (k + rank), k = 60 by default and from the settings', async () => {
    const fusion = { method: 'rrf', bm25_weight: 0, phrase_weight: 9, code_order: false } as const;
    for (const rrf_k of [undefined, 1]) {
      const { symbols, lists } = await texts.search(
        'hybrid',
        { query: 'repeat gamma', topK: 6 },
        rrf_k === undefined ? { fusion } : { fusion, rrf_k },
      );
      const score = new Map<string, number>();
      for (const list of lists)
        list.forEach(({ chunk }, at) => {
          const symbol = chunk.symbol ?? '';
          score.set(symbol, (score.get(symbol) ?? 0) + 1 / ((rrf_k ?? 60) + at + 1));
        });
      const sums = symbols.map((symbol) => score.get(symbol ?? '') ?? 0);
      expect(sums).toHaveLength(6);
      expect(sums).toEqual(sums.toSorted((a, b) => b - a));
    }
    const first = async (rrf_k: number) =>
      (await texts.search('hybrid', { query: 'again gamma', topK: 1 }, { fusion, rrf_k })).symbols[0];
    // Third in both lists, against first in one and last in the other: a small k prefers the first place.
    expect([await first(60), await first(1)]).toEqual(['both', 'words']);
  });
});
