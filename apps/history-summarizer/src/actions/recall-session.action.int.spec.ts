import { openSessionCache } from '@quarry/session-cache';
import { aContext, aTurn } from '@quarry/engine/testing';
import type { Embedder } from '@quarry/embedder';
import type { Evidence, Turn } from '@quarry/turn';
import { found, openSessionBench, topics, type SessionBench } from '../testing/session';
import { RecallSessionAction } from './recall-session.action';
import { RememberSessionAction } from './remember-session.action';

const ABOUT_INVOICES = 'How is the stock of a cancelled invoice restored?';
const ABOUT_MAIL = 'Which smtp client delivers mail?';

function asking(question: string, evidence: readonly Evidence[], more: Partial<Turn> = {}): Turn {
  return aTurn({ question: { original: question, isEnglish: true, english: question }, evidence, ...more });
}

describe('recall_session', () => {
  let bench: SessionBench;
  beforeEach(async () => {
    places = 1;
    bench = await openSessionBench();
  });
  afterEach(() => bench.close());

  /** Maximum hits of the first pass. Most tests find one. */
  let places = 1;
  const context = (session = {}) =>
    aContext({
      settings: { top_k: places, session: { ttl_minutes: 30, max_nodes: 50, recall_top_k: 8, ...session } },
    });
  const remember = (turn: Turn) =>
    new RememberSessionAction(bench.cache, bench.index, bench.snapshots).run(
      { ...turn, askedAt: Date.now() + 1 },
      {},
      context(),
    );
  const recall = (turn: Turn, embedder: Embedder | null = null, session = {}) =>
    new RecallSessionAction(bench.cache, bench.index, bench.snapshots, embedder).run(
      turn,
      {},
      context(session),
    );
  const namesOf = (evidence: readonly Evidence[] | undefined) =>
    (evidence ?? []).map(({ symbol, foundBy }) => `${symbol} by ${foundBy}`);

  it('is empty in a new session, and reports it once', async () => {
    const result = await recall(asking(ABOUT_INVOICES, [found('invoice', 1)]));
    expect(result).toMatchObject({
      outcome: 'empty',
      patch: { memory: { recalled: [], passedOver: 0, notFound: [] } },
    });
    const later = asking(ABOUT_INVOICES, [], { memory: { recalled: [], passedOver: 0, notFound: [] } });
    const again = await recall(later);
    expect(again.outcome).toBe('empty');
    expect(again.patch).toBeUndefined();
  });

  it.each<[string, Embedder | null, readonly string[]]>([
    ['by keywords', null, []],
    ['by meaning as well', topics, ['movement']],
  ])(
    'recalls earlier evidence for a follow-up if it is as relevant as the new evidence: %s',
    async (_how, embedder, nearInMeaning) => {
      await remember(asking('first', [found('invoice', 1), found('stock', 2), found('movement', 3)]));
      const result = await recall(asking(ABOUT_INVOICES, [found('invoice', 1)]), embedder);
      expect(result.outcome).toBe('recalled');
      expect(namesOf(result.patch?.evidence)).toEqual([
        'invoice by hybrid',
        'stock by session',
        ...nearInMeaning.map((name) => `${name} by session`),
      ]);
      expect(result.patch?.memory?.passedOver).toBe(1 - nearInMeaning.length);
      expect(result.patch?.evidence?.[1]).toMatchObject({ n: 2, pass: 1, query: ABOUT_INVOICES });
    },
  );

  it.each([
    ['by keywords', null],
    ['by meaning as well', topics],
  ])('never brings the old topic into a question about another one: %s', async (_how, embedder) => {
    await remember(asking(ABOUT_INVOICES, [found('invoice', 1), found('stock', 2), found('movement', 3)]));
    const result = await recall(asking(ABOUT_MAIL, [found('mail', 1), found('smtp', 2)]), embedder);
    expect(result.outcome).toBe('empty');
    expect(namesOf(result.patch?.evidence)).toEqual(['mail by hybrid', 'smtp by hybrid']);
    expect(result.patch?.memory).toMatchObject({ recalled: [], passedOver: 3 });
    expect(result.patch?.graph).toEqual({ entries: [], nodes: [], edges: [] });
  });

  it('applies only the floor if the first pass found fewer hits than allowed', async () => {
    places = 2;
    await remember(asking('first', [found('stock', 1), found('movement', 2), found('mail', 3)]));
    const result = await recall(asking(ABOUT_INVOICES, [found('invoice', 1)]));
    expect(namesOf(result.patch?.evidence)).toEqual([
      'invoice by hybrid',
      'stock by session',
      'movement by session',
    ]);
    expect(result.patch?.memory?.passedOver).toBe(1);
  });

  it('applies the floor if the first pass found nothing', async () => {
    await remember(asking(ABOUT_INVOICES, [found('invoice', 1), found('mail', 2)]));
    const result = await recall(asking('What does cancelInvoice do?', []));
    expect(namesOf(result.patch?.evidence)).toEqual(['invoice by session']);
  });

  it('finds evidence by meaning that shares no word with the question', async () => {
    await remember(asking('first', [found('stock', 1), found('mail', 2)]));
    const refund = asking('Who refunds goods?', []);
    expect((await recall(refund)).outcome).toBe('empty');
    expect(namesOf((await recall(refund, topics)).patch?.evidence)).toEqual(['stock by session']);
  });

  it('recalls at most recall_top_k pieces, within the filter of the question', async () => {
    await remember(asking('first', [found('invoice', 1), found('stock', 2), found('movement', 3)]));
    const turn = asking(ABOUT_INVOICES, []);
    expect((await recall(turn, null, { recall_top_k: 1 })).patch?.memory?.recalled).toEqual([1]);
    const filtered = {
      ...turn,
      plan: { mode: 'hybrid', queries: [], filter: { pathPrefixes: ['src/stock.ts'] } },
    };
    expect(namesOf((await recall(filtered as Turn)).patch?.evidence)).toEqual(['stock by session']);
  });

  it('adds only the part of the graph around recalled evidence', async () => {
    const node = (name: string) => ({ key: `typescript:${name}|FUNCTION`, kind: 'FUNCTION', name, depth: 0 });
    const edge = (from: string, to: string) => ({ from: node(from).key, to: node(to).key, kind: 'CALLS' });
    const graph = {
      entries: [],
      nodes: ['stock', 'helper', 'mail', 'far'].map(node),
      edges: [edge('stock', 'helper'), edge('mail', 'far')],
    };
    await remember(asking('first', [found('stock', 1), found('mail', 2)], { graph }));
    const result = await recall(
      asking(ABOUT_INVOICES, [], { graph: { ...graph, nodes: [node('helper')], edges: [] } }),
    );
    expect(result.patch?.graph?.nodes.map(({ name }) => name)).toEqual(['helper', 'stock']);
    expect(result.patch?.graph?.edges).toEqual([edge('stock', 'helper')]);
  });

  it('passes on what was not found before, but nothing from another state of the index', async () => {
    const misses = [
      { pass: 1, text: 'TaxOffice', why: 'no definition', where: ['hybrid search'] },
      { pass: 2, text: 'Refused', why: 'asked for twice', where: [] },
    ];
    await remember(asking('first', [found('stock', 1)], { misses }));
    const result = await recall(asking(ABOUT_MAIL, []));
    expect(result.patch?.memory?.notFound).toEqual([{ text: 'TaxOffice', why: 'no definition' }]);
    await bench.reindex('c2');
    expect((await recall(asking(ABOUT_INVOICES, []))).patch?.memory).toEqual({
      recalled: [],
      passedOver: 0,
      notFound: [],
    });
  });

  it("does not see another tenant's session of the same name", async () => {
    await remember(asking(ABOUT_INVOICES, [found('stock', 1)], { tenant: 'rival' }));
    expect((await recall(asking(ABOUT_INVOICES, []))).outcome).toBe('empty');
  });

  it('names the unavailable cache: the pipeline decides whether the turn continues without it', async () => {
    const cache = openSessionCache('redis://127.0.0.1:1');
    const action = new RecallSessionAction(cache, bench.index, bench.snapshots, null);
    await expect(action.run(asking(ABOUT_INVOICES, []), {}, context())).rejects.toMatchObject({
      code: 'redis_unavailable',
      message: expect.stringContaining('127.0.0.1:1') as string,
    });
    await cache.close();
  });
});
