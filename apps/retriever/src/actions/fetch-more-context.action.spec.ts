import type { Embedder } from '@quarry/embedder';
import { aContext, aTurn, someEvidence } from '@quarry/engine/testing';
import type { SearchIndex } from '@quarry/search-index';
import { raiseNeeds, type Plan, type Turn } from '@quarry/turn';
import { indexOf, SNAPSHOTS, topics } from '../testing/index-of';
import { FetchMoreContextAction, FetchParams } from './fetch-more-context.action';

const opened: SearchIndex[] = [];
afterAll(async () => {
  for (const index of opened) await index.close();
});

async function action(options: Parameters<typeof indexOf>[0] = {}, embedder: Embedder | null = topics) {
  const index = await indexOf(options);
  opened.push(index);
  return new FetchMoreContextAction(index, embedder, SNAPSHOTS);
}

const planned = (mode: Plan['mode'], query: string, filter?: Plan['filter']): Turn =>
  aTurn({ plan: { mode, queries: [query], ...(filter ? { filter } : {}) } });
const params = Object.assign(new FetchParams(), { need_top_k: 3 });
const symbols = (result: { patch?: { evidence?: Turn['evidence'] } }) =>
  result.patch?.evidence?.map((item) => item.symbol);

describe('fetch_more_context', () => {
  let fetch: FetchMoreContextAction;
  beforeAll(async () => {
    fetch = await action();
  });

  it('semantic: finds by meaning, nothing below the floor', async () => {
    const result = await fetch.run(planned('semantic', 'repeat it'), params, aContext());
    expect(symbols(result)?.toSorted()).toEqual(['again', 'retry']);
    expect(result.patch?.evidence?.[0]).toMatchObject({
      n: 1,
      pass: 1,
      foundBy: 'semantic',
      commit: 'c0ffee',
      path: expect.any(String),
    });
  });

  it('bm25: finds by words, and scores the share of them', async () => {
    const result = await fetch.run(planned('bm25', 'InvoiceService'), params, aContext());
    expect(symbols(result)).toEqual(['invoice']);
  });

  it('semantic_rerank: of equal meaning, the one with the words comes first', async () => {
    const result = await fetch.run(planned('semantic_rerank', 'attempt schedule'), params, aContext());
    expect(symbols(result)).toEqual(['retry', 'again']);
  });

  it('semantic_rerank: alpha and beta weigh meaning against words', async () => {
    const rerank = { alpha: 0, beta: 1, widen_min: 50, widen_factor: 3 };
    const result = await fetch.run(
      planned('semantic_rerank', 'repeat bill'),
      params,
      aContext({ settings: { rerank } }),
    );
    expect(symbols(result)?.slice(0, 2).toSorted()).toEqual(['again', 'bill']);
  });

  it('hybrid: what either search finds, fused; found by both comes first', async () => {
    const result = await fetch.run(planned('hybrid', 'repeat createInvoice'), params, aContext());
    expect(symbols(result)?.[0]).toBe('again');
    expect(symbols(result)).toContain('invoice');
  });

  it.each(['semantic', 'bm25', 'semantic_rerank', 'hybrid'] as const)(
    '%s: filters before ranking, and keeps to top_k',
    async (mode) => {
      const filtered = await fetch.run(
        planned(mode, 'paint colour', { languages: ['rust'] }),
        params,
        aContext(),
      );
      expect(symbols(filtered)).toEqual(['paint']);
      const one = await fetch.run(
        planned(mode, 'retry attempt schedule repeat'),
        { ...params, top_k: 1 },
        aContext(),
      );
      expect(symbols(one)).toHaveLength(1);
    },
  );

  it.each(['semantic', 'bm25', 'semantic_rerank', 'hybrid'] as const)(
    '%s: nothing relevant is nothing found',
    async (mode) => {
      const result = await fetch.run(
        planned(mode, 'chromodynamics lattice'),
        params,
        aContext({ settings: { relevance: { min_cosine: 1.1, min_term_share: 0.34 } } }),
      );
      expect(result).toMatchObject({
        outcome: 'nothing_found',
        patch: { evidence: [], searches: [{ query: 'chromodynamics lattice', hits: 0 }] },
      });
    },
  );

  describe('in a later pass', () => {
    const second = { loops: 1, modelCalls: 0, inputTokens: 0, outputTokens: 0, calls: [] };
    const asking = (texts: readonly string[], groups: Partial<Turn> = {}) =>
      aTurn({
        plan: { mode: 'hybrid', queries: ['retry'] },
        needs: raiseNeeds([], texts, 1),
        spent: second,
        ...groups,
      });

    it('searches for every open request in one batch, and adds to the evidence that is there', async () => {
      const turn = asking(['how bills are made', 'class InvoiceService'], { evidence: [someEvidence(1)] });
      const result = await fetch.run(turn, params, aContext());
      expect(result.patch?.searches?.map((search) => search.query)).toEqual([
        'how bills are made',
        'class InvoiceService',
      ]);
      expect(result.patch?.evidence?.[0]).toEqual(turn.evidence[0]);
      expect(result.patch?.evidence?.slice(1).every((item) => item.pass === 2)).toBe(true);
      expect(result.patch?.needs?.[1]?.status).toBe('resolved');
    });

    it('does not take a similar thing for what was asked for by name', async () => {
      const result = await fetch.run(asking(['class InvoiceRepeater']), params, aContext());
      expect(result.patch?.evidence?.length).toBeGreaterThan(0);
      expect(result.patch?.needs?.[0]?.status).toBe('open');
    });

    it('does not search where everything is found already', async () => {
      const needs = raiseNeeds([], ['x'], 1).map((need) => ({ ...need, status: 'resolved' as const }));
      expect(await fetch.run(asking([], { needs }), params, aContext())).toMatchObject({
        outcome: 'ok',
        note: expect.stringContaining('already'),
      });
    });
  });

  it('works by keywords where no embedder or no vectors are there, and says so', async () => {
    for (const poor of [await action({}, null), await action({ vectors: false })]) {
      const result = await poor.run(planned('hybrid', 'InvoiceService'), params, aContext());
      expect(symbols(result)).toEqual(['invoice']);
      expect(result.patch?.searches?.[0]).toMatchObject({
        mode: 'bm25',
        fallback: expect.stringContaining('keyword search'),
      });
    }
  });

  it('without BM25 artifacts does what the pipeline says: fall back, or fail', async () => {
    const poor = await action({ bm25: false });
    const fallen = await poor.run(
      planned('bm25', 'repeat'),
      params,
      aContext({ settings: { bm25_missing: 'fallback' } }),
    );
    expect(fallen.patch?.searches?.[0]).toMatchObject({
      mode: 'semantic',
      fallback: expect.stringContaining('semantic'),
    });
    await expect(
      poor.run(planned('bm25', 'repeat'), params, aContext({ settings: { bm25_missing: 'fail' } })),
    ).rejects.toMatchObject({ code: 'bm25_missing' });
  });

  it('refuses an index of another model', async () => {
    const other = await action({}, { ...topics, id: 'topics@2' });
    await expect(other.run(planned('semantic', 'retry'), params, aContext())).rejects.toMatchObject({
      code: 'index_other_model',
    });
  });

  it('says what to do where nothing is indexed', async () => {
    await expect(
      fetch.run(planned('bm25', 'x'), params, aContext({ settings: { active_index: 'none' } })),
    ).rejects.toMatchObject({ code: 'index_missing' });
  });
});
