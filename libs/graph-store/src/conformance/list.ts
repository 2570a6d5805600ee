import * as fc from 'fast-check';
import type { GraphNode, GraphStore, ListQuery, NodeKind } from '../port';
import { ModelGraph } from '../testing/model';
import { anyGraph } from './arbitraries';
import { file, nodeOf, REF, type Check } from './suite';

/** All pages of a query. */
async function all(
  graph: GraphStore,
  query: Omit<ListQuery, 'after'>,
  ref = REF,
): Promise<readonly GraphNode[]> {
  const nodes: GraphNode[] = [];
  for (let after: string | null | undefined; after !== null;) {
    const page = await graph.list(ref, after === undefined ? query : { ...query, after });
    expect(page.nodes.length).toBeLessThanOrEqual(query.limit);
    nodes.push(...page.nodes);
    after = page.next;
  }
  return nodes;
}

/** All nodes of a snapshot, page by page. */
export function listing(check: Check): void {
  check('lists the nodes of a kind by key, page by page', async ({ graph }) => {
    const nodes = (['TYPE', 'METHOD', 'METHOD', 'METHOD'] as const).map((kind: NodeKind, at) =>
      nodeOf(`n${at}`, kind),
    );
    await graph.write(REF, { files: [{ ...file('one.ts', []), nodes }] });
    for (const limit of [1, 2, 9])
      expect((await all(graph, { kinds: ['METHOD'], limit })).map(({ key }) => key)).toEqual([
        'n1',
        'n2',
        'n3',
      ]);
    expect(await all(graph, { kinds: ['TABLE'], limit: 9 })).toEqual([]);
    expect(await all(graph, { kinds: [], limit: 9 }, { ...REF, snapshot: 'elsewhere' })).toEqual([]);
  });

  check('lists nodes whose own text contains something, in the same case', async ({ graph }) => {
    const text = (key: string, body: string): GraphNode => ({ ...nodeOf(key), text: body });
    await graph.write(REF, {
      files: [
        { ...file('one.ts', ['say "PORT"']), nodes: [text('a', 'env["PORT"]\n'), text('b', 'port')] },
        { ...file('two.ts', ['PORT', 'gone'], ['gone>never']), digest: 'two' },
      ],
    });
    const keys = async (containing: string) =>
      (await all(graph, { kinds: [], containing, limit: 2 })).map(({ key }) => key);
    expect(await keys('PORT')).toEqual(['a']);
    expect(await keys('env["PORT"]\n')).toEqual(['a']);
    expect(await keys('"kind"')).toEqual([]);
  });

  check('lists nodes whose key begins with something, in the same case', async ({ graph }) => {
    const keys = ['route', 'route:a', 'route:b', 'route:\uffee', 'route:🙂', 'ROUTE:c', 'router:d', 'z'];
    await graph.write(REF, { files: [{ ...file('one.ts', []), nodes: keys.map((key) => nodeOf(key)) }] });
    for (const limit of [1, 3, 50])
      expect((await all(graph, { kinds: [], keyPrefix: 'route:', limit })).map(({ key }) => key)).toEqual([
        ...['route:a', 'route:b', 'route:\uffee', 'route:🙂'],
      ]);
    expect(await all(graph, { kinds: [], keyPrefix: '%', limit: 5 })).toEqual([]);
  });

  check('takes the best of several nodes of one key that the query selects', async ({ graph }) => {
    const part = (path: string, text?: string) => ({
      ...file(path, []),
      nodes: [{ ...nodeOf('T', 'TYPE'), path, ...(text === undefined ? {} : { text }) }],
    });
    await graph.write(REF, { files: [part('a.cs'), part('b.cs', 'one'), part('c.cs', 'two')] });
    const paths = async (more: Partial<ListQuery>) =>
      (await all(graph, { kinds: ['TYPE'], limit: 5, ...more })).map(({ path }) => path);
    expect(await paths({})).toEqual(['b.cs']);
    expect(await paths({ containing: 'two' })).toEqual(['c.cs']);
  });

  check('lists every node of any graph once, with any size of page', async ({ graph }) => {
    let run = 0;
    await fc.assert(
      fc.asyncProperty(anyGraph, fc.integer({ min: 1, max: 14 }), async (files, limit) => {
        const ref = { ...REF, snapshot: `list ${run++}` };
        await graph.write(ref, { files });
        const found = await all(graph, { kinds: [], limit }, ref);
        expect(found.map(({ key }) => key)).toEqual(new ModelGraph(files).keys());
      }),
      { numRuns: 15 },
    );
  });
}
