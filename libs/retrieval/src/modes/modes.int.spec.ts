import { aContext } from '@quarry/engine/testing';
import type { PipelineSettings } from '@quarry/pipeline';
import type { Hit, SearchIndex, SearchQuery } from '@quarry/search-index';
import type { PlanFilter } from '@quarry/turn';
import fc from 'fast-check';
import { indexOf, topics } from '../testing/index-of';
import { bm25Mode } from './bm25.mode';
import { hybridMode } from './hybrid.mode';
import type { RetrievalModeStrategy } from './mode';
import { semanticRerankMode } from './semantic-rerank.mode';
import { semanticMode } from './semantic.mode';

const MODES = [semanticMode, semanticRerankMode, bm25Mode, hybridMode];
const NO_FLOOR = { min_cosine: -1, min_term_share: 0, min_answerable: 0 };
/** `near` is nearest in meaning and has none of the words; `both` is third in meaning and has the rarest word. */
const TEXTS = {
  near: 'repeat repeat repeat',
  second: 'repeat repeat repeat bill alpha',
  both: 'repeat repeat bill gamma',
  words: 'gamma gamma gamma paint',
  more: 'gamma gamma paint colour',
  far: 'paint colour',
};
const REF = { repository: 'shop', snapshot: 'current' };

/** The calls that reach the index, and what it gave. */
class Recorder {
  readonly queries: SearchQuery[] = [];
  readonly lists: (readonly Hit[])[] = [];
  readonly index: SearchIndex;

  constructor(real: SearchIndex) {
    this.index = new Proxy(real, {
      get: (target, name: keyof SearchIndex) => {
        if (name !== 'search') return target[name].bind(target);
        return async (ref: typeof REF, queries: readonly SearchQuery[]) => {
          this.queries.push(...queries);
          const lists = await target.search(ref, queries);
          this.lists.push(...lists);
          return lists;
        };
      },
    });
  }
}

describe('retrieval modes (003 §4)', () => {
  let real: SearchIndex;
  beforeAll(async () => {
    real = await indexOf({ texts: TEXTS });
  });
  afterAll(() => real.close());

  async function search(
    mode: RetrievalModeStrategy,
    request: { readonly query: string; readonly topK?: number; readonly filter?: PlanFilter },
    settings: Partial<PipelineSettings> = {},
  ) {
    const recorder = new Recorder(real);
    const info = await real.describe(REF);
    if (!info) throw new Error('no index');
    const [vector = null] = await topics.embed([request.query], { as: 'query' });
    const [hits = []] = await mode.search(
      {
        index: recorder.index,
        ref: REF,
        info,
        settings: aContext({ settings: { relevance: NO_FLOOR, ...settings } }).settings,
      },
      [{ topK: 3, ...request, vector: mode.needsVectors ? vector : null }],
    );
    return { hits, symbols: hits.map(({ chunk }) => chunk.symbol), ...recorder };
  }

  it('semantic_rerank and hybrid ask for max(50, 3 · top_k) candidates, the others for top_k', async () => {
    for (const [topK, widened] of [
      [1, 50],
      [8, 50],
      [16, 50],
      [17, 51],
      [40, 120],
    ] as const) {
      for (const mode of MODES) {
        const { queries } = await search(mode, { query: 'repeat gamma', topK });
        const wide = mode === semanticRerankMode || mode === hybridMode;
        expect([mode.mode, topK, queries.map(({ k }) => k)]).toEqual([
          mode.mode,
          topK,
          queries.map(() => (wide ? widened : topK)),
        ]);
      }
    }
  });

  it('the formula of widening stands in the settings', async () => {
    const rerank = { alpha: 0.7, beta: 0.3, widen_min: 4, widen_factor: 5 };
    expect((await search(semanticRerankMode, { query: 'repeat', topK: 2 }, { rerank })).queries[0]?.k).toBe(
      10,
    );
  });

  it('semantic_rerank: final = alpha · semantic + beta · keyword / max(keyword), for any alpha and beta', async () => {
    const only = async (alpha: number, beta: number) =>
      (
        await search(
          semanticRerankMode,
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

  it('hybrid by score: ranks by cosine + bm25_weight · BM25, 0.015 by default and from the settings', async () => {
    for (const bm25_weight of [undefined, 0, 0.2, 10]) {
      const { symbols, lists } = await search(
        hybridMode,
        { query: 'again gamma', topK: 6 },
        bm25_weight === undefined ? {} : { fusion: { method: 'score', bm25_weight } },
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
        await search(
          hybridMode,
          { query: 'again alpha', topK: 1 },
          { fusion: { method: 'score', bm25_weight } },
        )
      ).symbols[0];
    expect([await first(0), await first(10)]).toEqual(['near', 'second']);
  });

  it('hybrid by rrf: ranks by the sum of 1 / (k + rank), k = 60 by default and from the settings', async () => {
    const fusion = { method: 'rrf', bm25_weight: 0 } as const;
    for (const rrf_k of [undefined, 1]) {
      const { symbols, lists } = await search(
        hybridMode,
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
      (await search(hybridMode, { query: 'again gamma', topK: 1 }, { fusion, rrf_k })).symbols[0];
    // Third in both lists, against first in one and last in the other: a small k prefers the first place.
    expect([await first(60), await first(1)]).toEqual(['both', 'words']);
  });

  it.each(MODES)('$mode: a filter applies before ranking, so that it costs no hits', async (mode) => {
    const query = 'repeat again gamma paint';
    const { symbols } = await search(mode, { query, topK: 1 });
    expect(symbols[0]).not.toBe('far');
    const filtered = await search(mode, { query, topK: 1, filter: { pathPrefixes: ['src/far.ts'] } });
    expect(filtered.symbols).toEqual(['far']);
    expect(filtered.lists.flat().map(({ chunk }) => chunk.path)).toEqual(
      filtered.queries.map(() => 'src/far.ts'),
    );
  });

  it.each(MODES)('$mode: what lies below both floors is nothing found', async (mode) => {
    const relevance = { min_cosine: 1.01, min_term_share: 1.01, min_answerable: 0 };
    expect((await search(mode, { query: 'repeat gamma' }, { relevance })).hits).toEqual([]);
    expect((await search(mode, { query: 'repeat gamma' })).hits).not.toEqual([]);
  });
});
