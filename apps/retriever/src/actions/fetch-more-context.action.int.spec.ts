import type { Embedder } from '@quarry/embedder';
import { aContext, aTurn, someEvidence } from '@quarry/engine/testing';
import type { SearchIndex } from '@quarry/search-index';
import { MODE_TRAITS, RETRIEVAL_MODES, raiseNeeds, type Plan, type Tool, type Turn } from '@quarry/turn';
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
const bound = (index: SearchIndex): SearchIndex => ({
  ping: index.ping.bind(index),
  describe: index.describe.bind(index),
  imprint: (ref) => index.imprint(ref),
  manifest: index.manifest.bind(index),
  write: index.write.bind(index),
  pendingVectors: index.pendingVectors.bind(index),
  setVectors: index.setVectors.bind(index),
  sections: index.sections.bind(index),
  export: index.export.bind(index),
  search: index.search.bind(index),
  searchAcross: index.searchAcross.bind(index),
  termCounts: index.termCounts.bind(index),
  close: index.close.bind(index),
});
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

  it('stops with the nearest paths if no file passes the filter', async () => {
    const { path = '' } =
      (await fetch.run(planned('bm25', 'InvoiceService'), params, aContext())).patch?.evidence?.[0] ?? {};
    const [folder = ''] = path.split('/');
    const wrong = `${folder.slice(0, -1)}x`;
    const result = await fetch.run(
      planned('bm25', 'InvoiceService', { pathPrefixes: [wrong] }),
      params,
      aContext(),
    );
    expect(result.outcome).toBe('nothing_found');
    expect(result.patch?.stop).toMatchObject({
      rule: 'filter_matches_nothing',
      reason: expect.stringMatching(
        new RegExp(`^no indexed file is in '${wrong}'; the nearest paths? .*'${folder}'`),
      ) as string,
    });
    const other = await fetch.run(planned('bm25', 'zebra', { pathPrefixes: [folder] }), params, aContext());
    expect(other.patch).not.toHaveProperty('stop');
  });

  it('bm25: finds by words, and scores by their share', async () => {
    const result = await fetch.run(planned('bm25', 'InvoiceService'), params, aContext());
    expect(symbols(result)).toEqual(['invoice']);
  });

  it('semantic_rerank: among equal meanings, the hit with the words comes first', async () => {
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

  it('hybrid: fuses the hits of both searches; hits of both come first', async () => {
    const result = await fetch.run(planned('hybrid', 'repeat createInvoice'), params, aContext());
    expect(symbols(result)?.[0]).toBe('again');
    expect(symbols(result)).toContain('invoice');
  });

  it.each(RETRIEVAL_MODES)('%s: filters before ranking, and respects top_k', async (mode) => {
    const filtered = await fetch.run(
      planned(mode, 'paint colour', { languages: ['rust'] }),
      params,
      aContext(),
    );
    expect(symbols(filtered)).toEqual(['paint']);
    const one = await fetch.run(planned(mode, 'class again'), { ...params, top_k: 1 }, aContext());
    expect(symbols(one)).toHaveLength(1);
  });

  it.each(RETRIEVAL_MODES)('%s: finds nothing if nothing is relevant', async (mode) => {
    const result = await fetch.run(
      planned(mode, 'chromodynamics lattice'),
      params,
      aContext({ settings: { relevance: { min_cosine: 1.1, min_term_share: 0.34, min_answerable: 0 } } }),
    );
    expect(result).toMatchObject({
      outcome: 'nothing_found',
      patch: { evidence: [], searches: [{ query: 'chromodynamics lattice', hits: 0 }] },
    });
  });

  describe('in a later pass', () => {
    const second = { loops: 1, modelCalls: 0, inputTokens: 0, outputTokens: 0, calls: [] };
    const asking = (texts: readonly string[], groups: Partial<Turn> = {}) =>
      aTurn({
        plan: { mode: 'hybrid', queries: ['retry'] },
        needs: raiseNeeds([], texts, 1),
        spent: second,
        ...groups,
      });

    it('searches for all open requests in one batch, and adds to the existing evidence', async () => {
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

    it('does not resolve a requested name by something similar', async () => {
      const result = await fetch.run(asking(['class InvoiceRepeater']), params, aContext());
      expect(result.patch?.evidence?.length).toBeGreaterThan(0);
      expect(result.patch?.needs?.[0]?.status).toBe('open');
    });

    it('leaves a request in words open if nothing new was found', async () => {
      const request = 'how bills are made';
      const first = await fetch.run(asking([request]), params, aContext());
      expect(first.patch?.needs).toMatchObject([{ status: 'resolved', resolvedBy: [1, 2] }]);
      const known = asking([request], { evidence: first.patch?.evidence ?? [] });
      expect((await fetch.run(known, params, aContext())).patch).toMatchObject({
        searches: [{ hits: 2, added: 0 }],
        needs: [{ status: 'open' }],
      });
      const relevance = { min_cosine: 1.1, min_term_share: 1, min_answerable: 0 };
      expect((await fetch.run(known, params, aContext({ settings: { relevance } }))).patch).toMatchObject({
        searches: [{ hits: 0, added: 0 }],
        needs: [{ status: 'open' }],
      });
    });

    it('does not search if everything has already been found', async () => {
      const needs = raiseNeeds([], ['x'], 1).map((need) => ({ ...need, status: 'resolved' as const }));
      expect(await fetch.run(asking([], { needs }), params, aContext())).toMatchObject({
        outcome: 'ok',
        note: expect.stringContaining('already'),
      });
    });
  });

  it('measures once how well the index covers the question, by meaning if the mode supports it', async () => {
    const asked = { question: { original: 'repeat the teapot', isEnglish: true, english: null } };
    const byMeaning = await fetch.run({ ...planned('hybrid', 'retry'), ...asked }, params, aContext());
    expect(byMeaning.patch?.standing).toEqual({
      chunks: 5,
      nearest: { cosine: expect.closeTo(1, 5), embedder: 'topics@1' },
      together: 0.5,
      terms: 2,
      absent: ['teapot'],
    });
    const byWords = await fetch.run({ ...planned('bm25', 'retry'), ...asked }, params, aContext());
    expect(byWords.patch?.standing).toEqual({ chunks: 5, together: 0.5, terms: 2, absent: ['teapot'] });
    const { standing } = byWords.patch ?? {};
    if (!standing) throw new Error('no standing');
    const again = await fetch.run({ ...planned('hybrid', 'bill'), ...asked, standing }, params, aContext());
    expect(again.patch).not.toHaveProperty('standing');
  });

  it('measures by words alone where chunks lack their vectors, as those of a repository without any', async () => {
    const index = await indexOf();
    opened.push(index);
    const some: SearchIndex = {
      ...bound(index),
      describe: async (ref) => {
        const info = await index.describe(ref);
        return info && { ...info, pendingVectors: 2 };
      },
    };
    const action = new FetchMoreContextAction(some, topics, SNAPSHOTS);
    const asked = { question: { original: 'repeat the teapot', isEnglish: true, english: null } };
    const { patch } = await action.run({ ...planned('hybrid', 'retry'), ...asked }, params, aContext());
    expect(patch?.standing).toEqual({ chunks: 5, together: 0.5, terms: 2, absent: ['teapot'] });
  });

  describe('many queries', () => {
    const queries = ['retry', 'bill', 'paint colour'];
    const standing = { chunks: 5, together: 1, terms: 1, absent: [] };
    const many = (mode: Plan['mode']) => aTurn({ plan: { mode, queries }, standing });

    it.each(RETRIEVAL_MODES)(
      '%s: reach the index in one call, and the embedding model in one batch',
      async (mode) => {
        const calls: number[] = [];
        const batches: number[] = [];
        const index = await indexOf();
        opened.push(index);
        const counted: SearchIndex = {
          ...bound(index),
          search: (ref, all) => {
            calls.push(all.length);
            return index.search(ref, all);
          },
        };
        const embedder: Embedder = {
          ...topics,
          embed: (texts, options) => {
            batches.push(texts.length);
            return topics.embed(texts, options);
          },
        };
        const result = await new FetchMoreContextAction(counted, embedder, SNAPSHOTS).run(
          many(mode),
          params,
          aContext(),
        );
        const { byMeaning, byWords } = MODE_TRAITS[mode];
        expect(calls).toEqual([byMeaning && byWords ? 6 : 3]);
        expect(batches).toEqual(byMeaning ? [3] : []);
        expect(result.patch?.searches?.map(({ query }) => query)).toEqual(queries);
      },
    );

    it('keeps the best score of a piece, and the first query that found it (002 §2)', async () => {
      const plan: Plan = { mode: 'semantic', queries: ['retry bill', 'retry'] };
      const result = await fetch.run(aTurn({ plan }), params, aContext());
      const retry = result.patch?.evidence?.find((item) => item.symbol === 'retry');
      expect(retry).toMatchObject({ query: 'retry bill', relevance: expect.closeTo(1) as number });
    });

    it('logs each search with its index, and each hit with its relevance', async () => {
      const context = aContext();
      await fetch.run(many('semantic'), params, context);
      expect(context.emitted).toMatchObject([
        { type: 'search.made', pass: 1, query: 'retry', index: 'shop@current', hits: [{}, {}] },
        { type: 'search.made', query: 'bill' },
        { type: 'search.made', query: 'paint colour', hits: [{ id: 'gfx/paint.rs#L1-L1' }] },
      ]);
    });
  });

  describe('narrow_first', () => {
    const narrow = { ...params, narrow_first: true };
    const wide: Plan = {
      mode: 'semantic',
      queries: ['repeat it', 'the bill', 'the paint'],
      complexity: 'complex',
      topK: 3,
      limit: 6,
    };
    const settings = { top_k: 2 };

    it('keeps of the first pass as many hits as one query returns by top_k, whatever the plan says', async () => {
      const all = await fetch.run(aTurn({ plan: wide }), params, aContext({ settings }));
      const few = await fetch.run(aTurn({ plan: wide }), narrow, aContext({ settings }));
      expect(all.patch?.evidence?.length).toBeGreaterThan(2);
      expect(few.patch?.evidence).toHaveLength(2);
      expect(few.patch?.searches?.map(({ query }) => query)).toEqual(wide.queries);
    });

    it('gives later passes the breadth of the plan', async () => {
      const spent = { loops: 1, modelCalls: 0, inputTokens: 0, outputTokens: 0, calls: [] };
      const turn = aTurn({ plan: wide, needs: raiseNeeds([], ['repeat it', 'the bill'], 1), spent });
      const later = await fetch.run(turn, { narrow_first: true }, aContext({ settings }));
      expect(later.patch?.evidence?.length).toBeGreaterThan(2);
    });
  });

  describe('skip_similar (004, deduplication)', () => {
    const skipping = { ...params, skip_similar: true };
    const loops = { loops: 1, modelCalls: 0, inputTokens: 0, outputTokens: 0, calls: [] };
    const before = {
      pass: 1,
      mode: 'semantic',
      query: 'again and again',
      hits: 2,
      added: 2,
    } as const;
    const following = (texts: readonly string[]) =>
      aTurn({
        plan: { mode: 'semantic', queries: ['again and again'] },
        searches: [before],
        needs: raiseNeeds([], texts, 1),
        spent: loops,
      });

    it('skips a duplicate among several follow-ups, and searches for the others', async () => {
      const result = await fetch.run(following(['repeat it', 'the bill', 'the paint']), skipping, aContext());
      expect(result.outcome).toBe('ok');
      expect(result.patch?.searches?.slice(1)).toMatchObject([
        { query: 'the bill', hits: 1 },
        { query: 'the paint', hits: 1 },
        { query: 'repeat it', hits: 0, skipped: expect.stringContaining('again and again') as string },
      ]);
      expect(result.patch?.needs?.map(({ status }) => status)).toEqual(['missed', 'resolved', 'resolved']);
      expect(result.patch?.misses).toMatchObject([{ text: 'repeat it', pass: 2 }]);
      expect(result.patch?.stop).toBeUndefined();
    });

    it('stops with a reason if nothing new is left to search for', async () => {
      const result = await fetch.run(following(['repeat it', 'to retry']), skipping, aContext());
      expect(result).toMatchObject({
        outcome: 'nothing_new',
        patch: { stop: { rule: 'no_new_queries' }, evidence: [] },
      });
    });

    it('compares with all earlier queries, except those that were never searched', async () => {
      const skipped = { ...before, query: 'the bill', skipped: 'it says the same' };
      const turn = { ...following(['invoice']), searches: [before, skipped] };
      expect((await fetch.run(turn, skipping, aContext())).outcome).toBe('ok');
    });

    it('uses repeat_similarity as the threshold', async () => {
      // 'repeat the bill' has cosine 0.71 to 'again and again'.
      const half = () => following(['repeat the bill']);
      expect((await fetch.run(half(), skipping, aContext())).outcome).toBe('ok');
      const strict = aContext({ settings: { repeat_similarity: 0.7 } });
      expect((await fetch.run(half(), skipping, strict)).outcome).toBe('nothing_new');
      const lenient = aContext({ settings: { repeat_similarity: 1 } });
      expect((await fetch.run(following(['repeat it']), skipping, lenient)).outcome).toBe('ok');
    });

    it('searches for all queries without it', async () => {
      const result = await fetch.run(following(['repeat it', 'the bill']), params, aContext());
      expect(result.patch?.searches?.some(({ skipped }) => skipped !== undefined)).toBe(false);
    });

    it('compares by canonical form without an embedding model', async () => {
      const poor = await action({}, null);
      const result = await poor.run(following(['Again and again?', 'paint']), skipping, aContext());
      expect(result.patch?.needs?.map(({ status }) => status)).toEqual(['missed', 'resolved']);
    });
  });

  describe('serving an agent', () => {
    const calling = (tool: Tool, text: string, evidence: Turn['evidence'] = []): Turn =>
      aTurn({
        spent: { ...aTurn().spent, loops: 1 },
        evidence,
        needs: raiseNeeds([], [{ text, call: { tool, id: 'c1', arguments: { query: text } } }], 1),
      });

    it('gives all hits, new or known, to the call', async () => {
      const first = await fetch.run(calling('search', 'repeat it'), params, aContext());
      expect(first.patch?.needs?.[0]).toMatchObject({ status: 'resolved', resolvedBy: [1, 2] });
      const again = calling('search', 'repeat it', first.patch?.evidence);
      const second = await fetch.run(again, params, aContext());
      expect(second.patch?.needs?.[0]).toMatchObject({ status: 'resolved', resolvedBy: [1, 2] });
    });

    it('leaves a call without hits open, and reports it', async () => {
      const byWords = Object.assign(new FetchParams(), { mode: 'bm25' });
      const result = await fetch.run(calling('search', 'quantum gluons'), byWords, aContext());
      expect(result.patch?.needs?.[0]).toMatchObject({
        status: 'open',
        call: { note: expect.stringContaining('nothing relevant') as string },
      });
    });

    it('ignores calls of other tools', async () => {
      const result = await fetch.run(calling('lookup', 'invoice'), params, aContext());
      expect(result.patch).toBeUndefined();
    });
  });

  it('falls back to keywords without an embedder or vectors, and reports it', async () => {
    for (const poor of [await action({}, null), await action({ vectors: false })]) {
      const result = await poor.run(planned('hybrid', 'InvoiceService'), params, aContext());
      expect(symbols(result)).toEqual(['invoice']);
      expect(result.patch?.searches?.[0]).toMatchObject({
        mode: 'bm25',
        fallback: expect.stringContaining('keyword search'),
      });
    }
  });

  it('falls back or fails without BM25 artifacts, as the pipeline says', async () => {
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

  it('rejects an index of another model', async () => {
    const other = await action({}, { ...topics, id: 'topics@2' });
    await expect(other.run(planned('semantic', 'retry'), params, aContext())).rejects.toMatchObject({
      code: 'index_other_model',
    });
  });

  it('explains what to do if nothing is indexed', async () => {
    await expect(
      fetch.run(planned('bm25', 'x'), params, aContext({ settings: { active_index: 'none' } })),
    ).rejects.toMatchObject({ code: 'index_missing' });
  });
});
