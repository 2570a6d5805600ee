import { aContext, aTurn } from '@quarry/engine/testing';
import { openSessionCache, type CachedSession } from '@quarry/session-cache';
import type { Turn } from '@quarry/turn';
import { indexState } from '../index-state';
import { found, openSessionBench, type SessionBench } from '../testing/session';
import { RememberSessionAction } from './remember-session.action';

describe('remember_session', () => {
  let bench: SessionBench;
  beforeEach(async () => {
    bench = await openSessionBench();
  });
  afterEach(() => bench.close());

  const remember = (turn: Partial<Turn>, session = {}) =>
    new RememberSessionAction(bench.cache, bench.index, bench.snapshots).run(
      { ...aTurn({ askedAt: Date.now() + 1 }), ...turn },
      {},
      aContext({ settings: { session: { ttl_minutes: 30, max_nodes: 50, recall_top_k: 8, ...session } } }),
    );
  const kept = async (): Promise<CachedSession | null> => {
    const state = await indexState(bench.index, bench.snapshots, aContext().settings);
    if (!state) throw new Error('no index');
    return bench.cache.recall({ tenant: 'local', session: 's1' }, { index: state.stamp, ttlMinutes: 30 });
  };

  it('keeps cited evidence first, then the most relevant, up to max_nodes', async () => {
    const evidence = [
      found('invoice', 1, { relevance: 0.2 }),
      found('stock', 2, { relevance: 0.5 }),
      found('mail', 3, { relevance: 0.9 }),
    ];
    const citation = { n: 1, path: 'src/invoice.ts', startLine: 1, endLine: 3, pass: 1 };
    const answer = { english: 'a', text: 'a', citations: [citation], removedCitations: [], writtenBy: 'm' };
    await remember({ evidence, answer }, { max_nodes: 2 });
    expect((await kept())?.evidence.map(({ symbol }) => symbol)).toEqual(['invoice', 'mail']);
  });

  it('keeps texts, not the values that were found in them', async () => {
    const evidence = [
      found('invoice', 1),
      found('stock', 2, { kind: 'finding' }),
      found('mail', 3, { kind: 'calculation' }),
    ];
    await remember({ evidence });
    expect((await kept())?.evidence.map(({ symbol }) => symbol)).toEqual(['invoice']);
  });

  it('keeps neither question nor answer, nor the query that found something', async () => {
    const answer = {
      english: 'secret answer',
      text: 'secret answer',
      citations: [],
      removedCitations: [],
      writtenBy: 'm',
    };
    await remember({
      question: { original: 'secret question', isEnglish: true, english: 'secret question' },
      evidence: [found('stock', 1, { query: 'secret question' })],
      answer,
    });
    expect(JSON.stringify(await kept())).not.toContain('secret');
    expect(Object.keys((await kept())?.evidence[0] ?? {})).not.toEqual(
      expect.arrayContaining(['relevance', 'foundBy', 'n', 'pass']),
    );
  });

  it('changes nothing when its hop runs again', async () => {
    const turn = { evidence: [found('stock', 1), found('mail', 2)] };
    await remember(turn);
    const once = await kept();
    await remember(turn);
    expect((await kept())?.evidence).toEqual(once?.evidence);
  });

  it('removes what is found now from the not-found list', async () => {
    const miss = { pass: 1, text: 'dbo.Stock', why: 'no definition', where: ['hybrid search'] };
    await remember({ misses: [miss] });
    expect((await kept())?.notFound).toEqual([{ text: 'dbo.Stock', why: 'no definition' }]);
    const need = { id: 'need-1', pass: 1, text: '`dbo.stock`', status: 'resolved' as const, resolvedBy: [1] };
    await remember({ needs: [need] });
    expect((await kept())?.notFound).toEqual([]);
  });

  it('keeps nothing from an index that changed meanwhile', async () => {
    const askedAt = Date.now() - 10_000;
    const result = await remember({ askedAt, evidence: [found('stock', 1)] });
    expect(result.note).toContain('changed meanwhile');
    expect(await kept()).toBeNull();
  });

  it.each([{ max_nodes: 0 }, { ttl_minutes: 0 }])(
    'keeps nothing if the pipeline says so: %j',
    async (session) => {
      await remember({ evidence: [found('stock', 1)] }, session);
      expect(await kept()).toBeNull();
    },
  );

  it('does not record misses during an outage of the graph as not found', async () => {
    const misses = [{ pass: 2, text: 'Ledger', why: 'nothing', where: ['hybrid search'] }];
    const degraded = [
      { pass: 2, step: 'lookup', store: 'graph', lacks: 'without the code graph', reason: 'away' },
    ] as const;
    await remember({ evidence: [found('stock', 1)], misses, degraded });
    expect((await kept())?.notFound).toEqual([]);
    await remember({ evidence: [found('stock', 1)], misses });
    expect((await kept())?.notFound).toMatchObject([{ text: 'Ledger' }]);
  });

  it('names the unavailable cache', async () => {
    const cache = openSessionCache('redis://127.0.0.1:1');
    const action = new RememberSessionAction(cache, bench.index, bench.snapshots);
    const turn = aTurn({ askedAt: Date.now() + 1 });
    await expect(action.run(turn, {}, aContext())).rejects.toMatchObject({ code: 'redis_unavailable' });
    await cache.close();
  });
});
