import { DEFAULT_FUSION, fuse } from './fusion';
import { searchHybrid } from './hybrid';
import type { Chunk, Hit, SearchIndex, SearchQuery } from './port';

const hit = (id: string, score: number): Hit => ({
  chunk: { id, path: `${id}.ts`, text: id, startLine: 1, endLine: 1 } as Chunk,
  score,
});
const REF = { repository: 'shop', snapshot: 'current' };
const VECTOR = Float32Array.of(1, 0);

describe('searchHybrid', () => {
  let asked: readonly SearchQuery[] = [];
  /** Returns `a` and `b` for vectors, `b` and `c` for words. */
  const index = {
    search: (_ref: unknown, queries: readonly SearchQuery[]) => {
      asked = queries;
      return Promise.resolve(
        queries.map((query) =>
          query.kind === 'knn' ? [hit('a', 0.9), hit('b', 0.8)] : [hit('b', 12), hit('c', 3)],
        ),
      );
    },
  } as unknown as SearchIndex;

  it('requests both lists of every query in one call, and fuses each pair', async () => {
    const filter = { languages: ['sql'] };
    const query = { text: 'stock', vector: VECTOR, k: 5 };
    const lists = await searchHybrid(index, REF, [query, { ...query, filter }], DEFAULT_FUSION);
    expect(asked.map(({ kind }) => kind)).toEqual(['knn', 'bm25', 'knn', 'bm25']);
    expect(asked.slice(2).every((one) => 'filter' in one && one.filter === filter)).toBe(true);
    const dense = [hit('a', 0.9), hit('b', 0.8)];
    const sparse = [hit('b', 12), hit('c', 3)];
    const fused = fuse({ dense, sparse, requested: 5 }, DEFAULT_FUSION);
    for (const list of lists) {
      expect(list.map(({ chunk, score }) => ({ id: chunk.id, score }))).toEqual(fused);
      expect(list.map(({ cosine }) => cosine).toSorted()).toEqual([0.8, 0.9, undefined]);
    }
  });

  it('uses BM25 alone for a query without a vector', async () => {
    const queries = [
      { text: 'stock', vector: null, k: 5 },
      { text: 'stock', vector: VECTOR, k: 5 },
    ];
    const [words, both] = await searchHybrid(index, REF, queries, DEFAULT_FUSION);
    expect(words?.map(({ chunk, score }) => [chunk.id, score])).toEqual([
      ['b', 12],
      ['c', 3],
    ]);
    expect(both).toHaveLength(3);
  });

  it('gives keywords more weight for a figure of a report, whose labels they know', async () => {
    const [plain, figure] = await searchHybrid(
      index,
      REF,
      ['annual meeting in 2022', 'capex in 2022'].map((text) => ({ text, vector: VECTOR, k: 5 })),
      { ...DEFAULT_FUSION, bm25Weight: 0.005 },
    );
    expect(plain?.map(({ chunk }) => chunk.id)).toEqual(['a', 'b', 'c']);
    expect(figure?.map(({ chunk }) => chunk.id)).toEqual(['b', 'a', 'c']);
  });
});
