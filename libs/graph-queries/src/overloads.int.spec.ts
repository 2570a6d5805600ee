import type { GraphNode, GraphStore } from '@quarry/graph-store';
import { presentResult } from './present';
import { questionOf } from './question';
import { runQuery } from './run-query';
import { graphOf, node, REF } from './testing/code';

const overload = (types: string, line: number): GraphNode => ({
  ...node(`Shop.Store.Save`, 'METHOD', 'src/Store.cs', line),
  key: `csharp:Shop.Store.Save(${types})|METHOD`,
  language: 'csharp',
});

let graph: GraphStore;
beforeAll(async () => {
  graph = await graphOf(
    [
      overload('int', 1),
      overload('string,int', 5),
      node('Shop.Api.Put', 'METHOD', 'src/web/Api.cs', 1),
      node('package.json', 'FILE', 'src/web/package.json'),
      { ...node('@shop/web', 'PACKAGE', 'src/web/package.json'), name: '@shop/web' },
    ],
    [['Shop.Api.Put', 'CALLS', 'Shop.Store.Save', 2]],
  );
});
afterAll(() => graph.close());

async function summary(name: string): Promise<string> {
  const query = { operation: 'definitions', names: [name] } as const;
  return presentResult('definitions', await runQuery({ graph, ref: REF }, query, { limit: 9 })).summary;
}

describe('an overload', () => {
  it('is asked for by the types of its parameters, and the result says which others there are', async () => {
    expect(await summary('Store.Save(int)')).toContain('this is Save(int); not Save(string, int)');
    expect(await summary('Store.Save(string name, int count)')).toContain(
      'this is Save(string, int); not Save(int)',
    );
  });

  it('is none of those that exist: they are listed', async () => {
    expect(await summary('Save(bool)')).toContain(
      'no overload takes (bool), only Save(int), Save(string, int)',
    );
  });

  it('has its types in a question', () => {
    expect(questionOf('Who calls Store.Save(string, int)?')?.names).toEqual(['Store.Save(string, int)']);
    expect(questionOf('Who calls Store.Save()?')?.names).toEqual(['Store.Save']);
  });
});

describe('a folder', () => {
  it.each(['@shop/web', 'Web', 'src.web'])('is meant by the name %s', async (name) => {
    const query = { operation: 'entry-points', names: [name] } as const;
    const result = presentResult('entry-points', await runQuery({ graph, ref: REF }, query, { limit: 9 }));
    expect(result.summary).toContain('in src/web');
  });
});
