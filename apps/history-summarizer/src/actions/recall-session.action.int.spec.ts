import { openSessionCache } from '@quarry/session-cache';
import { aContext, aTurn } from '@quarry/engine/testing';
import type { Embedder } from '@quarry/embedder';
import { defined, raiseNeeds, type Evidence, type Turn } from '@quarry/turn';
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

  it.each<[string, Embedder | null]>([
    ['by keywords', null],
    ['by meaning as well', topics],
  ])(
    'recalls earlier evidence that is relevant to a follow-up, also if the first pass found as much as it may: %s',
    async (_how, embedder) => {
      await remember(asking('first', [found('invoice', 1), found('stock', 2), found('movement', 3)]));
      const result = await recall(asking(ABOUT_INVOICES, [found('invoice', 1)]), embedder);
      expect(result.outcome).toBe('recalled');
      expect(namesOf(result.patch?.evidence)).toEqual([
        'invoice by hybrid',
        'stock by session',
        'movement by session',
      ]);
      expect(result.patch?.memory?.passedOver).toBe(0);
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

  it('applies the floor next to what the first pass found', async () => {
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
    // What the turn knows of its named nodes stays.
    const known = { named: [node('helper').key], totals: { [node('helper').key]: { 'in CALLS': 3 } } };
    const result = await recall(
      asking(ABOUT_INVOICES, [], { graph: { ...graph, nodes: [node('helper')], edges: [], ...known } }),
    );
    expect(result.patch?.graph).toMatchObject(known);
    expect(result.patch?.graph?.nodes.map(({ name }) => name)).toEqual(['helper', 'stock']);
    expect(result.patch?.graph?.edges).toEqual([edge('stock', 'helper')]);
  });

  it('recalls a definition that the question names, whatever else it says', async () => {
    await remember(asking('first', [found('mail', 1, { symbol: 'MailService.deliver' }), found('smtp', 2)]));
    const result = await recall(asking('Does `deliver` wait for the stock of goods?', [found('stock', 1)]));
    expect(namesOf(result.patch?.evidence)).toEqual(['stock by hybrid', 'MailService.deliver by session']);
  });

  describe.each<[string, Embedder | null]>([
    ['by keywords', null],
    ['by meaning as well', topics],
  ])('in a conversation: %s', (_how, embedder) => {
    const ABOUT_STOCK = 'How does restoreStock treat the stock of an invoice?';
    const session = [found('stock', 1), found('movement', 2), found('mail', 3)];
    const after = (question: string, standalone: string | undefined, evidence: readonly Evidence[]) =>
      asking(question, evidence, {
        question: { original: question, isEnglish: true, english: question, ...defined({ standalone }) },
        history: {
          summary: null,
          recent: [{ question: ABOUT_STOCK, answer: 'It gives it back.' }],
          lastSeq: 1,
          forPrompt: 'a conversation',
        },
      });

    it('a pronoun brings what is about its subject, although nothing else of the question is in it', async () => {
      await remember(asking(ABOUT_STOCK, session));
      const turn = after('And how often does it retry?', 'And how often does restoreStock retry?', []);
      expect(namesOf((await recall(turn, embedder)).patch?.evidence)[0]).toBe('stock by session');
      expect(namesOf((await recall(turn, embedder)).patch?.evidence)).not.toContain('mail by session');
    });

    it('an elided subject brings the same if the session has anything about the new words', async () => {
      await remember(asking(ABOUT_STOCK, session));
      const change = after('And the change?', 'How does restoreStock treat the stock (the change)?', []);
      expect(namesOf((await recall(change, embedder)).patch?.evidence)).toContain('stock by session');
      const menu = after('And the menu?', 'How does restoreStock treat the stock (the menu)?', []);
      expect((await recall(menu, embedder)).patch?.memory?.recalled).toEqual([]);
    });

    it('another subject brings nothing that is less relevant than what was found', async () => {
      await remember(asking(ABOUT_STOCK, [found('stock', 1), found('invoice', 2)]));
      const turn = after('Which class has a service for mail?', undefined, [found('mail', 1)]);
      expect((await recall(turn, embedder)).patch?.memory?.recalled).toEqual([]);
    });
  });

  it('leaves tests out, unless the question is about tests', async () => {
    await remember(asking('first', [found('stock', 1, { path: 'tests/stock.test.ts' })]));
    expect((await recall(asking(ABOUT_INVOICES, []))).outcome).toBe('empty');
    expect((await recall(asking(`${ABOUT_INVOICES} Which test shows it?`, []))).outcome).toBe('recalled');
  });

  it('leaves half of the rest of the context to what is found later', async () => {
    const long = (name: 'invoice' | 'stock' | 'movement', n: number) =>
      found(name, n, { text: `${found(name, n).text} ${'word '.repeat(100)}` });
    await remember(asking('first', [long('invoice', 1), long('stock', 2), long('movement', 3)]));
    const settings = { max_context_tokens: 500, top_k: places };
    const action = new RecallSessionAction(bench.cache, bench.index, bench.snapshots, null);
    const result = await action.run(asking(ABOUT_INVOICES, []), {}, aContext({ settings }));
    expect(result.patch?.memory).toMatchObject({ recalled: [1, 2], passedOver: 1 });
  });

  describe('in a later pass', () => {
    const memory = { recalled: [], passedOver: 0, notFound: [] };
    const requesting = (text: string, more: Partial<Turn> = {}) =>
      asking(ABOUT_MAIL, [found('mail', 1)], {
        memory,
        needs: raiseNeeds([], [text], 1),
        spent: { ...aTurn().spent, loops: 1 },
        ...more,
      });
    const asNode = (topic: 'stock' | 'movement', n: number) =>
      found(topic, n, { kind: 'node', id: `typescript:${topic}|FUNCTION` });

    it('resolves a request whose definition the session has', async () => {
      await remember(asking('first', [asNode('movement', 1), found('mail', 2)]));
      const { outcome, patch } = await recall(requesting('the function movement in src/movement.ts'));
      expect(outcome).toBe('recalled');
      expect(patch?.needs).toMatchObject([{ status: 'resolved', resolvedBy: [2] }]);
      expect(patch?.evidence?.[1]).toMatchObject({ n: 2, pass: 2, symbol: 'movement', foundBy: 'session' });
      expect(patch?.memory?.recalled).toEqual([2]);
    });

    it.each([
      ['it is in another file', 'function movement in src/other.ts', asNode('movement', 1)],
      ['it is a chunk, which may be the beginning of it only', 'function movement', found('movement', 1)],
      ['another name is missing', '`movement` and `restoreGoods`', asNode('movement', 1)],
    ])('resolves nothing if %s', async (_what, text, piece) => {
      await remember(asking('first', [piece]));
      const { patch } = await recall(requesting(text));
      expect(patch?.needs).toMatchObject([{ status: 'open' }]);
    });

    it('offers what is relevant to a request in words, which stays open for the search', async () => {
      await remember(asking('first', [found('stock', 1)]));
      const { patch } = await recall(requesting('how the stock of an invoice is given back'));
      expect(namesOf(patch?.evidence)).toEqual(['mail by hybrid', 'stock by session']);
      expect(patch?.needs).toMatchObject([{ status: 'open' }]);
    });

    it('leaves calls to their tools, and looks nothing up if nothing is requested', async () => {
      await remember(asking('first', [asNode('movement', 1)]));
      const call = { tool: 'lookup', id: 'c1', arguments: { name: 'movement' } } as const;
      const needs = raiseNeeds([], [{ text: 'movement', call }], 1);
      const result = await recall(requesting('', { needs }));
      expect(result).toMatchObject({
        outcome: 'empty',
        note: expect.stringContaining('nothing is requested') as string,
      });
      expect(result.patch).toBeUndefined();
    });
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
