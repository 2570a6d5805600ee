import { aContext, aTurn, someEvidence } from '@quarry/engine/testing';
import type { GraphNode, GraphStore } from '@quarry/graph-store';
import { raiseNeeds, type Turn } from '@quarry/turn';
import { graphOf, method, SNAPSHOTS } from '../testing/graph';
import { LookupNodesAction, LookupParams } from './lookup-nodes.action';

describe('lookup_nodes', () => {
  let graph: GraphStore;
  beforeAll(async () => {
    graph = await graphOf([
      method('Orders.Cancel', 'orders'),
      method('Invoices.Cancel', 'invoices'),
      method('Invoices.CancelAll', 'invoices', 9),
    ]);
  });
  afterAll(() => graph.close());

  const asking = (texts: readonly string[], groups: Partial<Turn> = {}) =>
    aTurn({
      needs: raiseNeeds([], texts, 1),
      spent: { loops: 1, modelCalls: 0, inputTokens: 0, outputTokens: 0, calls: [] },
      ...groups,
    });
  const run = (turn: Turn) =>
    new LookupNodesAction(graph, SNAPSHOTS).run(turn, new LookupParams(), aContext());

  it('resolves a request by its exact name, with the text and the pass', async () => {
    const result = await run(asking(['Invoices.Cancel']));
    expect(result.outcome).toBe('found');
    expect(result.patch?.evidence).toMatchObject([
      {
        n: 1,
        pass: 2,
        kind: 'node',
        foundBy: 'graph',
        path: 'src/invoices.cs',
        startLine: 1,
        endLine: 4,
        nodeKey: 'csharp:Shop.Invoices.Cancel|METHOD',
      },
    ]);
    expect(result.patch?.needs?.[0]).toMatchObject({ status: 'resolved', resolvedBy: [1] });
    expect(result.patch?.graph?.entries).toEqual(['csharp:Shop.Invoices.Cancel|METHOD']);
  });

  it('returns all definitions of an ambiguous name', async () => {
    const result = await run(asking(['method Cancel']));
    expect(result.patch?.evidence?.map((item) => item.symbol).toSorted()).toEqual([
      'Shop.Invoices.Cancel',
      'Shop.Orders.Cancel',
    ]);
  });

  it('takes the definitions in the files of the evidence first, and those of tests last', async () => {
    const files = ['a', 'b', 'c', 'redis', 'z'].map((file) => method(`${file.toUpperCase()}.Close`, file));
    const mock = { ...method('Aa.Close', 'aa'), path: 'tests/aa.cs' };
    const many = await graphOf([mock, ...files]);
    const lookup = new LookupNodesAction(many, SNAPSHOTS);
    const seen = [someEvidence(1, { path: 'src/redis.cs' })];
    const asked = asking(['method Close'], { evidence: seen });
    const found = await lookup.run(asked, new LookupParams(), aContext());
    expect(found.patch?.evidence?.slice(1).map(({ path }) => path)).toEqual([
      'src/redis.cs',
      'src/a.cs',
      'src/b.cs',
    ]);
    await many.close();
  });

  it('says where a further definition is if a name has more than are shown', async () => {
    const many = await graphOf(
      ['a', 'b', 'c', 'd'].map((file) => method(`${file.toUpperCase()}.Close`, file)),
    );
    const lookup = new LookupNodesAction(many, SNAPSHOTS);
    const all = await lookup.run(asking(['method Close']), new LookupParams(), aContext());
    expect(all.patch?.evidence).toHaveLength(3);
    expect(all.note).toMatch(
      /; 'Close' has more than 3 definitions, the next in src\/[a-d]\.cs: name a file to choose, as in 'Close in FILE'$/,
    );
    const chosen = await lookup.run(asking(['Close in src/d.cs']), new LookupParams(), aContext());
    expect(chosen.note).not.toContain('more than');
    await many.close();
  });

  it('treats a partial name as a hint, not as an answer', async () => {
    const result = await run(asking(['CancelAl']));
    expect(result.patch?.evidence).toHaveLength(1);
    expect(result.patch?.needs?.[0]?.status).toBe('open');
  });

  it('resolves with evidence that already contains the text, and adds nothing', async () => {
    const whole = someEvidence(1, {
      path: 'src/invoices.cs',
      startLine: 1,
      endLine: 20,
      text: `${method('Invoices.Cancel', 'invoices').text}\n// more`,
    });
    const result = await run(asking(['Invoices.Cancel'], { evidence: [whole] }));
    expect(result.patch?.evidence).toHaveLength(1);
    expect(result.patch?.needs?.[0]).toMatchObject({ status: 'resolved', resolvedBy: [1] });
  });

  it('returns nothing from outside the filter of the question', async () => {
    const plan = (pathPrefixes: readonly string[]) => ({
      mode: 'bm25' as const,
      queries: [],
      filter: { pathPrefixes },
    });
    const inside = await run(asking(['Invoices.Cancel'], { plan: plan(['src/invoices.cs']) }));
    expect(inside.patch?.needs?.[0]?.status).toBe('resolved');
    const outside = await run(asking(['Invoices.Cancel'], { plan: plan(['src/other.cs']) }));
    expect(outside).toMatchObject({
      outcome: 'not_found',
      patch: { evidence: [], needs: [{ status: 'open' }] },
    });
  });

  it('finds nothing for an unknown name or general words', async () => {
    const missing = await run(asking(['TaxOffice.Send']));
    expect(missing).toMatchObject({
      outcome: 'not_found',
      patch: { needs: [{ status: 'open' }], searches: [{ mode: 'graph', hits: 0 }] },
    });
    expect(await run(asking(['errors in general']))).toEqual({
      outcome: 'not_found',
      note: 'nothing was requested by name',
    });
  });

  describe('called by an agent', () => {
    const calling = (name: string) =>
      run(asking([], { needs: raiseNeeds([], [{ text: name, call: lookup(name) }], 1) }));
    const lookup = (name: string) => ({ tool: 'lookup' as const, id: 'c1', arguments: { name } });

    it('returns the definition without a note', async () => {
      const { patch } = await calling('Invoices.Cancel');
      expect(patch?.needs?.[0]).toMatchObject({ status: 'resolved', resolvedBy: [1] });
      expect(patch?.needs?.[0]?.call).not.toHaveProperty('note');
    });

    it('returns a name that only contains the requested one, with a note', async () => {
      const { patch } = await calling('CancelAl');
      expect(patch?.needs?.[0]).toMatchObject({
        status: 'resolved',
        resolvedBy: [1],
        call: { note: expect.stringContaining('contain it: Shop.Invoices.CancelAll') as string },
      });
    });

    it.each([
      ['Invoices.Cancle', 'Shop.Invoices.Cancel'],
      ['OrderCancel', 'Shop.Orders.Cancel'],
      ['invioces.CancelAll', 'Shop.Invoices.CancelAll'],
    ])('suggests similar names for an unknown one: %s', async (wrong, near) => {
      const { patch } = await calling(wrong);
      expect(patch?.needs?.[0]).toMatchObject({ status: 'open', resolvedBy: [] });
      expect(patch?.needs?.[0]?.call?.note).toContain(near);
    });

    it('does not suggest dissimilar names', async () => {
      const { patch } = await calling('QuantumGluon');
      expect(patch?.needs?.[0]?.call?.note).toBe(
        "no definition bears the name 'QuantumGluon'; search may find it in words",
      );
    });

    it('ignores a name in a search call', async () => {
      const search = { text: 'Cancel', call: { ...lookup('Cancel'), tool: 'search' as const } };
      expect((await run(asking([], { needs: raiseNeeds([], [search], 1) }))).patch).toBeUndefined();
    });
  });

  it('also serves a request for an interface member with its implementations', async () => {
    const type = (name: string, file: string): GraphNode => ({
      ...method(name, file),
      key: `csharp:Shop.${name}|TYPE`,
      kind: 'TYPE',
    });
    const [port, mail, other] = [type('INotifier', 'port'), type('Mail', 'mail'), type('Other', 'other')];
    const [declared, sends, unrelated] = [
      method('INotifier.Send', 'port', 3),
      method('Mail.Send', 'mail', 3),
      method('Other.Send', 'other', 3),
    ];
    const heirs = await graphOf(
      [port, mail, other, declared, sends, unrelated],
      [
        [port.key, 'DEFINES', declared.key],
        [mail.key, 'DEFINES', sends.key],
        [other.key, 'DEFINES', unrelated.key],
        [mail.key, 'IMPLEMENTS', port.key],
      ],
    );
    try {
      const action = new LookupNodesAction(heirs, SNAPSHOTS);
      const result = await action.run(asking(['Shop.INotifier.Send']), new LookupParams(), aContext());
      expect(result.patch?.evidence?.map((item) => item.symbol)).toEqual([
        'Shop.INotifier.Send',
        'Shop.Mail.Send',
      ]);
      expect(result.patch?.needs?.[0]).toMatchObject({ status: 'resolved', resolvedBy: [1, 2] });
    } finally {
      await heirs.close();
    }
  });

  describe('with the neighbourhood (000, "node + 1-hop neighborhood")', () => {
    const [cancel, restore, log, far] = [
      method('Invoices.Cancel', 'invoices'),
      method('Stock.Restore', 'stock'),
      method('Audit.Log', 'audit'),
      method('Audit.Flush', 'audit', 9),
    ];
    const calls = (from: GraphNode, to: GraphNode) => [from.key, 'CALLS', to.key] as const;
    let around: GraphStore;
    beforeAll(async () => {
      around = await graphOf(
        [cancel, restore, log, far],
        [calls(cancel, restore), calls(cancel, log), calls(log, far)],
      );
    });
    afterAll(() => around.close());
    const look = (request: string, params: Partial<LookupParams>) =>
      new LookupNodesAction(around, SNAPSHOTS).run(
        asking([request]),
        { ...new LookupParams(), ...params },
        aContext(),
      );

    it('adds relations and texts only of nodes one edge away, most similar names first', async () => {
      const { patch } = await look('Invoices.Cancel and how stock is restored', { hops: 1, hop_texts: 1 });
      expect(patch?.evidence?.map(({ symbol }) => symbol)).toEqual([
        'Shop.Invoices.Cancel',
        'Shop.Stock.Restore',
      ]);
      expect(patch?.graph?.edges).toHaveLength(2);
      expect(patch?.graph?.nodes.map(({ key }) => key)).not.toContain(far.key);
      expect(patch?.needs?.[0]).toMatchObject({ status: 'resolved', resolvedBy: [1] });
      expect(patch?.evidence?.[1]?.relevance).toBeLessThan(1);
    });

    it('adds only the definition without hops', async () => {
      const { patch } = await look('Invoices.Cancel', {});
      expect(patch?.evidence).toHaveLength(1);
      expect(patch?.graph?.edges).toEqual([]);
    });
  });

  describe('partial names', () => {
    const look = (request: string, partial: LookupParams['partial']) =>
      new LookupNodesAction(graph, SNAPSHOTS).run(
        asking([request]),
        { ...new LookupParams(), partial },
        aContext(),
      );

    it.each([
      ['AllCancel', 'resolves', 'open', 0],
      ['CancelA', 'resolves', 'open', 1],
      ['function All', 'resolves', 'resolved', 1],
      ['function All', 'hint', 'open', 1],
    ] as const)('%s, %s: %s', async (request, partial, status, evidence) => {
      const { patch } = await look(request, partial);
      expect(patch?.needs?.[0]?.status).toBe(status);
      expect(patch?.evidence).toHaveLength(evidence);
    });
  });

  describe('files', () => {
    const file = (path: string): GraphNode => ({
      key: `file:${path}|FILE`,
      kind: 'FILE',
      name: path.split('/').at(-1) ?? path,
      qualifiedName: path,
      language: 'csharp',
      path,
    });
    const [orders, invoices] = [method('Orders.Cancel', 'orders'), method('Invoices.Cancel', 'invoices')];
    const [source, other] = [file('src/invoices.cs'), file('src/orders.cs')];
    let filed: GraphStore;
    beforeAll(async () => {
      filed = await graphOf(
        [source, other, orders, invoices],
        [
          [source.key, 'DEFINES', invoices.key],
          [other.key, 'DEFINES', orders.key],
        ],
      );
    });
    afterAll(() => filed.close());
    const look = (request: string) =>
      new LookupNodesAction(filed, SNAPSHOTS).run(asking([request]), new LookupParams(), aContext());

    it.each([
      ['Cancel in src/invoices.cs', ['Shop.Invoices.Cancel']],
      ['Cancel in `orders.cs`', ['Shop.Orders.Cancel']],
      ['how it ends in `src/invoices.cs`', ['Shop.Invoices.Cancel']],
      ['the file orders.cs', ['Shop.Orders.Cancel']],
    ])('%s', async (request, symbols) => {
      const { patch } = await look(request);
      expect(patch?.evidence?.map(({ symbol }) => symbol)).toEqual(symbols);
      expect(patch?.needs?.[0]?.status).toBe('resolved');
    });

    it('does not resolve a definition by a file that does not contain it', async () => {
      const { patch } = await look('class Payments in src/invoices.cs');
      expect(patch?.needs?.[0]?.status).toBe('open');
    });
  });
});
