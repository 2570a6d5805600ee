import { aContext, aTurn, someEvidence } from '@quarry/engine/testing';
import type { GraphStore } from '@quarry/graph-store';
import type { PlanFilter } from '@quarry/turn';
import { graphOf, method, SNAPSHOTS } from '../testing/graph';
import { FetchNodeTextsAction } from './fetch-node-texts.action';

const nodes = [method('Retry.Schedule', 'retry'), method('Log.Write', 'log'), method('Clock.Now', 'clock')];

describe('fetch_node_texts', () => {
  let graph: GraphStore;
  beforeAll(async () => {
    const huge = { ...method('Huge', 'huge'), text: `${'x'.repeat(99)}\n`.repeat(200), endLine: 200 };
    graph = await graphOf([...nodes, huge]);
  });
  afterAll(() => graph.close());

  const seen = (keys: readonly string[]) => ({
    entries: [],
    edges: [],
    nodes: keys.map((name) => ({
      key: `csharp:Shop.${name}|METHOD`,
      kind: 'METHOD',
      name: `Shop.${name}`,
      path: `src/${(name.split('.')[0] ?? '').toLowerCase()}.cs`,
      language: 'csharp',
      depth: 1,
    })),
  });
  const run = (turn = aTurn({ graph: seen(['Clock.Now', 'Log.Write', 'Retry.Schedule']) }), topN = 1) =>
    new FetchNodeTextsAction(graph, SNAPSHOTS).run(
      turn,
      {},
      aContext({ settings: { node_text_fetch_top_n: topN } }),
    );

  it('fetches the most relevant bodies by identity, up to the limit', async () => {
    const result = await run();
    expect(result.patch?.evidence).toMatchObject([
      { n: 1, symbol: 'Shop.Retry.Schedule', foundBy: 'graph', text: nodes[0]?.text },
    ]);
  });

  it('does not fetch existing evidence again', async () => {
    const known = someEvidence(1, { nodeKey: 'csharp:Shop.Retry.Schedule|METHOD' });
    const result = await run(aTurn({ graph: seen(['Retry.Schedule']), evidence: [known] }));
    expect(result.patch).toBeUndefined();
  });

  it('gives the places of texts that a chunk already holds to the next nodes', async () => {
    const held = nodes.slice(0, 2).map((node, at) =>
      someEvidence(at + 1, {
        path: node.path ?? '',
        startLine: 1,
        endLine: 99,
        text: `// file\n${node.text ?? ''}\n`,
      }),
    );
    const graph = seen(['Retry.Schedule', 'Log.Write', 'Clock.Now']);
    const result = await run(aTurn({ graph, evidence: held }));
    expect(result.patch?.evidence?.slice(2)).toMatchObject([{ symbol: 'Shop.Clock.Now' }]);
    expect(result.note).toContain('1 node text');
  });

  it('omits tests, unless the question is about tests', async () => {
    const known = seen(['Retry.Schedule']);
    const graph = {
      ...known,
      nodes: known.nodes.map((node) => ({ ...node, path: 'tests/RetryTests.cs' })),
    };
    expect((await run(aTurn({ graph }))).patch).toBeUndefined();
    const asked = { original: 'How is Retry.Schedule tested?', english: null, isEnglish: true };
    expect((await run(aTurn({ graph, question: asked }))).patch?.evidence).toHaveLength(1);
  });

  it('fetches nothing from outside the filter of the question', async () => {
    const plan = (filter: PlanFilter) => ({ mode: 'bm25' as const, queries: [], filter });
    const around = seen(['Clock.Now', 'Log.Write', 'Retry.Schedule']);
    const inside = await run(aTurn({ graph: around, plan: plan({ pathPrefixes: ['src/log.cs'] }) }), 3);
    expect(inside.patch?.evidence?.map((item) => item.symbol)).toEqual(['Shop.Log.Write']);
    const none = await run(aTurn({ graph: around, plan: plan({ languages: ['sql'] }) }), 3);
    expect(none.patch).toBeUndefined();
  });

  it('adds the commit of the snapshot', async () => {
    const known = someEvidence(1, { commit: 'c0ffee' });
    const result = await run(aTurn({ graph: seen(['Retry.Schedule']), evidence: [known] }));
    expect(result.patch?.evidence?.[1]).toMatchObject({ commit: 'c0ffee' });
  });

  it('truncates a very long body and its range at a line', async () => {
    const item = (await run(aTurn({ graph: seen(['Huge']) }))).patch?.evidence?.[0];
    expect(item?.text.length).toBeLessThanOrEqual(6_000);
    expect((item?.endLine ?? 0) - (item?.startLine ?? 0) + 1).toBe(item?.text.split('\n').length);
  });
});
