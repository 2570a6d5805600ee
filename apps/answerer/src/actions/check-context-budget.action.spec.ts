import { aContext, aTurn, someEvidence } from '@quarry/engine/testing';
import { CheckContextBudgetAction } from './check-context-budget.action';

const action = new CheckContextBudgetAction();
const need = { id: 'need-1', pass: 1, text: 'parseLine', status: 'open', resolvedBy: [] } as const;
const second = { loops: 1, modelCalls: 0, inputTokens: 0, outputTokens: 0, calls: [] };

describe('answerer.check_context_budget', () => {
  it('composes the evidence of all passes, with numbers, places, identities and text', async () => {
    const evidence = [
      someEvidence(1),
      someEvidence(2, { pass: 2, nodeKey: 'typescript:src/2.thing2|FUNCTION' }),
    ];
    const graph = {
      entries: [],
      nodes: [],
      edges: [
        { from: 'typescript:web/show|FUNCTION', to: 'typescript:src/2.thing2|FUNCTION', kind: 'CALLS' },
      ],
    };
    const result = await action.run(aTurn({ evidence, graph, spent: second }), {}, aContext());
    expect(result.outcome).toBe('ok');
    const text = result.patch?.context?.text ?? '';
    expect(text).toContain('[1] src/1.ts:1-3');
    expect(text).toContain('[2] src/2.ts:1-3 · typescript:src/2.thing2|FUNCTION');
    expect(text).toContain('return 2;');
    // No record says which file the call is in.
    expect(text).toContain('typescript:src/2.thing2|FUNCTION in src/2.ts\n  called by: ?: show');
    expect(result.patch?.context?.items).toEqual([1, 2]);
  });

  it('reports evidence over the limit, even by one token (003 §6.2)', async () => {
    const turn = aTurn({ evidence: [someEvidence(1, { text: 'word '.repeat(500) })] });
    const within = (limit: number) =>
      action.run(turn, {}, aContext({ settings: { max_context_tokens: limit } }));
    const tokens = (await within(100)).patch?.context?.tokens ?? 0;
    expect(tokens).toBeGreaterThan(500);
    expect(await within(tokens)).toMatchObject({ outcome: 'ok', patch: { context: { tokens } } });
    expect(await within(tokens - 1)).toMatchObject({ outcome: 'over_limit', patch: { context: { tokens } } });
  });

  it('omits the least relevant evidence instead if `fit` is set', async () => {
    const evidence = [0.2, 0.9, 0.5].map((relevance, at) =>
      someEvidence(at + 1, { relevance, text: 'word '.repeat(60) }),
    );
    const graph = {
      entries: [],
      nodes: [],
      edges: [{ from: 'src/2.ts#L1-L3', to: 'x', kind: 'CALLS' }],
    };
    const result = await action.run(
      aTurn({ evidence, graph }),
      { fit: true },
      aContext({ settings: { max_context_tokens: 180 } }),
    );
    expect(result).toMatchObject({ outcome: 'ok', patch: { context: { items: [2, 3], condensed: false } } });
    expect(result.patch?.context?.tokens).toBeLessThanOrEqual(180);
    expect(result.patch?.context?.text).toContain('[3] src/3.ts');
  });

  it("applies the plan's limit: the most relevant of all passes, with unchanged numbers (002 §2, step 6)", async () => {
    const evidence = [0.2, 0.9, 0.5].map((relevance, at) =>
      someEvidence(at + 1, { relevance, pass: at + 1 }),
    );
    const plan = { mode: 'hybrid' as const, queries: ['q'], limit: 2 };
    const result = await action.run(aTurn({ evidence, plan }), {}, aContext());
    expect(result.patch?.context?.items).toEqual([2, 3]);
  });

  it('turns requests that a pass left open into misses, with the searched places', async () => {
    const searches = [
      { pass: 2, mode: 'graph', query: 'parseLine', hits: 0, added: 0 },
      { pass: 2, mode: 'bm25', query: 'parseLine', hits: 0, added: 0 },
    ] as const;
    const result = await action.run(aTurn({ needs: [need], searches, spent: second }), {}, aContext());
    expect(result.patch?.needs?.[0]?.status).toBe('missed');
    expect(result.patch?.misses).toEqual([
      {
        pass: 2,
        text: 'parseLine',
        why: 'nothing relevant that names it was found',
        where: ['graph: names', 'bm25 search'],
      },
    ]);
  });

  it('leaves a request open in the pass that raised it', async () => {
    const result = await action.run(aTurn({ needs: [need] }), {}, aContext());
    expect(result.patch?.needs?.[0]?.status).toBe('open');
  });

  it("uses a tool's note as the reason of its call's miss, and names the searched places", async () => {
    const call = { tool: 'fetch_section' as const, id: 'c1', arguments: { id: 'a.ts' }, note: 'near: b.ts' };
    const searches = [{ pass: 2, mode: 'section' as const, query: 'a.ts', hits: 0, added: 0 }];
    const turn = aTurn({ needs: [{ ...need, text: 'a.ts', call }], searches, spent: second });
    const result = await action.run(turn, {}, aContext());
    expect(result.patch?.needs).toMatchObject([{ status: 'missed', call: { note: 'near: b.ts' } }]);
    expect(result.patch?.misses).toEqual([
      { pass: 2, text: 'a.ts', why: 'near: b.ts', where: ['files: places'] },
    ]);
  });
});
