import { lineKey, type GraphNode, type GraphStore } from '@quarry/graph-store';
import { presentResult } from './present';
import { runQuery } from './run-query';
import { graphOf, node, REF } from './testing/code';

let graph: GraphStore;
beforeAll(async () => {
  const line = (path: string, at: number, text: string): GraphNode => ({
    ...node(`${path}:${at}`, 'LINE', path, at),
    ...{ key: lineKey(path, at), endLine: at, text },
  });
  graph = await graphOf(
    [
      node('Program.cs', 'FILE', 'Program.cs'),
      node('Shop.Open', 'METHOD', 'Shop.cs', 3),
      line('Program.cs', 2, 'var shop = Shop.Open();'),
      line('Program.cs', 7, 'Shop.Open(1); // again'),
      line('Program.cs', 8, 'door.Open();'),
      line('Program.cs', 9, '// Shop.Open();'),
      line('Other.cs', 4, 'Shop.Open();'),
    ],
    [['Program.cs', 'CALLS', 'Shop.Open', 2]],
  );
});
afterAll(() => graph.close());

it('lists the further lines of a program without functions', async () => {
  const result = await runQuery(
    { graph, ref: REF },
    { operation: 'callers', names: ['Shop.Open'] },
    { limit: 9 },
  );
  expect(presentResult('callers', result).relations).toEqual([
    expect.objectContaining({
      ...{ name: 'Program.cs', path: 'Program.cs', line: 2, furtherLines: [7] },
    }),
  ]);
});
