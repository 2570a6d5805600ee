import { aTurn } from '@quarry/engine/testing';
import type { GraphNode, GraphStore } from '@quarry/graph-store';
import { namedNodes } from './named';
import { graphOf, method } from './testing/graph';

const REF = { repository: 'shop', snapshot: 'current' };
/** Overload `at` of `Shop.Join.Combine`. */
const overload = (at: number): GraphNode => ({
  ...method('Join.Combine', 'join', 1 + 4 * at),
  key: `csharp:Shop.Join.Combine(${'int,'.repeat(at)}int)|METHOD`,
});

describe('the nodes that a question names', () => {
  let graph: GraphStore;
  beforeAll(async () => {
    graph = await graphOf([
      ...Array.from({ length: 10 }, (_, at) => overload(at)),
      ...Array.from({ length: 7 }, (_, at) => method(`Part${at}.closeAll`, `part${at}`)),
    ]);
  });
  afterAll(() => graph.close());
  const named = (original: string) =>
    namedNodes(graph, REF, aTurn({ question: { original, isEnglish: true, english: null } }));

  it('are all overloads of one full name', async () => {
    expect(await named('How does `Join.Combine` work?')).toHaveLength(10);
  });

  it('leave out a name that has too many definitions', async () => {
    expect(await named('How does `closeAll` work?')).toEqual([]);
  });
});
