import { aContext, aTurn, someEvidence } from '@quarry/engine/testing';
import type { GraphNode, GraphStore } from '@quarry/graph-store';
import { graphOf, method, SNAPSHOTS } from '../testing/graph';
import { ExpandDependencyTreeAction } from './expand-dependency-tree.action';

const service: GraphNode = {
  ...method('Service', 'service'),
  key: 'csharp:Shop.Service|TYPE',
  kind: 'TYPE',
  endLine: 20,
};
const key = (name: string) => `csharp:Shop.${name}|METHOD`;

describe('expand_dependency_tree', () => {
  let graph: GraphStore;
  beforeAll(async () => {
    graph = await graphOf(
      [
        service,
        method('Service.Run', 'service', 5),
        method('A', 'a'),
        method('B', 'b'),
        method('C', 'c'),
        method('Log', 'log'),
      ],
      [
        [service.key, 'DEFINES', key('Service.Run')],
        [key('Service.Run'), 'CALLS', key('A')],
        [key('A'), 'CALLS', key('B')],
        [key('B'), 'CALLS', key('C')],
        [key('A'), 'USES', key('Log')],
      ],
    );
  });
  afterAll(() => graph.close());

  const hit = someEvidence(1, { path: 'src/a.cs', nodeKey: key('A'), startLine: 1, endLine: 4 });
  const run = (evidence = [hit], settings = {}) =>
    new ExpandDependencyTreeAction(graph, SNAPSHOTS).run(
      aTurn({ evidence }),
      {},
      aContext({ settings: { graph_max_depth: 1, ...settings } }),
    );
  const names = (result: Awaited<ReturnType<typeof run>>) =>
    result.patch?.graph?.nodes.map((node) => node.name).toSorted();

  it('walks from hits, mapped to canonical keys, as deep as allowed', async () => {
    const near = await run();
    expect(near.patch?.graph?.entries).toEqual([key('A')]);
    expect(names(near)).toEqual(['Shop.A', 'Shop.B', 'Shop.Log', 'Shop.Service.Run']);
    expect(names(await run([hit], { graph_max_depth: 2 }))).toContain('Shop.C');
  });

  it('walks only allowed edges', async () => {
    expect(names(await run([hit], { graph_edge_allowlist: ['USES'] }))).toEqual(['Shop.A', 'Shop.Log']);
  });

  it('collects at most the allowed number of nodes', async () => {
    expect(names(await run([hit], { graph_max_nodes: 2 }))).toHaveLength(2);
  });

  it('prefers nodes near several hits to nodes with a lower key', async () => {
    const both = await graphOf(
      [method('X', 'x'), method('Y', 'y'), method('B', 'b'), method('Z', 'z')],
      [
        [key('X'), 'CALLS', key('B')],
        [key('X'), 'CALLS', key('Z')],
        [key('Y'), 'CALLS', key('Z')],
      ],
    );
    try {
      const hits = ['X', 'Y'].map((name, at) =>
        someEvidence(at + 1, {
          path: `src/${name.toLowerCase()}.cs`,
          nodeKey: key(name),
          startLine: 1,
          endLine: 4,
        }),
      );
      const result = await new ExpandDependencyTreeAction(both, SNAPSHOTS).run(
        aTurn({ evidence: hits }),
        {},
        aContext({ settings: { graph_max_depth: 1, graph_max_nodes: 3 } }),
      );
      expect(names(result)).toEqual(['Shop.X', 'Shop.Y', 'Shop.Z']);
    } finally {
      await both.close();
    }
  });

  it('also starts at the members of a completely found type', async () => {
    const whole = someEvidence(1, {
      path: 'src/service.cs',
      nodeKey: service.key,
      startLine: 1,
      endLine: 20,
    });
    const result = await run([whole]);
    expect(result.patch?.graph?.entries).toEqual([service.key, key('Service.Run')]);
    expect(names(result)).toContain('Shop.A');
  });

  it('starts a later pass only at what that pass found', async () => {
    const member = someEvidence(1, {
      path: 'src/service.cs',
      nodeKey: key('Service.Run'),
      startLine: 5,
      endLine: 8,
    });
    const head = { path: 'src/service.cs', nodeKey: service.key, startLine: 1, endLine: 2 };
    const spent = { loops: 1, modelCalls: 0, inputTokens: 0, outputTokens: 0, calls: [] };
    const result = await new ExpandDependencyTreeAction(graph, SNAPSHOTS).run(
      aTurn({ evidence: [member, someEvidence(2, { ...head, pass: 2 })], spent }),
      {},
      aContext(),
    );
    expect(result.patch?.graph?.entries).toEqual([service.key]);
  });

  it('keeps the neighbourhood of earlier passes', async () => {
    const seen = { entries: ['x'], nodes: [{ key: 'x', kind: 'TYPE', name: 'X', depth: 0 }], edges: [] };
    const result = await new ExpandDependencyTreeAction(graph, SNAPSHOTS).run(
      aTurn({ evidence: [hit], graph: seen }),
      {},
      aContext(),
    );
    expect(result.patch?.graph?.nodes[0]?.key).toBe('x');
    expect(result.patch?.graph?.entries).toContain('x');
  });

  it('is empty without evidence, or if the graph contains none of it', async () => {
    expect((await run([])).outcome).toBe('empty');
    expect((await run([someEvidence(1)])).outcome).toBe('empty');
  });
});
