import type { GraphStore } from '@quarry/graph-store';
import { withRelations } from './relations';
import { graphOf, method } from './testing/graph';

const REF = { repository: 'shop', snapshot: 'current' };
const EMPTY = { entries: [], nodes: [], edges: [] };
const key = (name: string): string => `csharp:Shop.${name}|METHOD`;

describe('the relations of what a turn shows', () => {
  let graph: GraphStore;
  beforeAll(async () => {
    const callers = Array.from({ length: 12 }, (_, at) => `Caller${at}.Run`);
    const mock = { ...method('FakeStock.Take', 'fake'), path: 'tests/FakeStock.cs' };
    graph = await graphOf(
      [method('Stock.Take', 'stock'), mock, ...callers.map((name) => method(name, name))],
      [
        ...callers.map((name, at) => [key(name), 'CALLS', key('Stock.Take'), at + 1] as const),
        [key('Caller0.Run'), 'CALLS', key('FakeStock.Take'), 1, 0.5],
      ],
    );
  });
  afterAll(() => graph.close());

  it('are counted for evidence, and taken for what is named', async () => {
    const evidence = [{ nodeKey: key('Stock.Take') }];
    const counted = await withRelations(graph, REF, EMPTY, { named: [], evidence });
    expect(counted).toMatchObject({ edges: [], totals: { [key('Stock.Take')]: { 'in CALLS': 12 } } });
    const named = await withRelations(graph, REF, counted, { named: [key('Stock.Take')], evidence });
    expect(named.edges).toHaveLength(12);
    expect(named.totals).toEqual(counted.totals);
  });

  it('are no calls that product code may make of what only tests define', async () => {
    const of = { named: [key('Caller0.Run')], evidence: [] };
    const { edges, totals } = await withRelations(graph, REF, EMPTY, of);
    expect(edges.map(({ to }) => to)).toEqual([key('Stock.Take')]);
    expect(totals?.[key('Caller0.Run')]).toEqual({ 'out CALLS': 1 });
  });
});
