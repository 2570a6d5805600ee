import type { TurnDto } from '@quarry/client';
import { expandedBy, graphOfTurn, type FoundNode } from './graph';

const turn = {
  evidence: [
    { n: 1, nodeKey: 'dbo.Stock|PROC', symbol: 'dbo.Stock', path: 'db/Stock.sql', startLine: 3 },
    { n: 2, nodeKey: 'dbo.Item|TABLE', symbol: 'dbo.Item', path: 'db/Item.sql', startLine: 1 },
    { n: 3, path: 'readme.md', startLine: 1 },
  ],
} as unknown as TurnDto;

const found: FoundNode = {
  key: 'dbo.Stock|PROC',
  kind: 'PROC',
  qualifiedName: 'dbo.Stock',
  neighbours: [
    {
      edge: 'WRITES_TO',
      nodes: [{ key: 'dbo.Item|TABLE', kind: 'TABLE', qualifiedName: 'dbo.Item', direction: 'out' }],
    },
    {
      edge: 'EXECUTES',
      nodes: [{ key: 'dbo.Cancel|PROC', kind: 'PROC', qualifiedName: 'dbo.Cancel', direction: 'in' }],
    },
  ],
};

describe('the part of the code graph that is shown', () => {
  it('begins with what the turn has read', () => {
    const { nodes, edges } = graphOfTurn(turn);
    expect([...nodes.values()].map(({ name, kind, n }) => [name, kind, n])).toEqual([
      ['Stock', 'PROC', 1],
      ['Item', 'TABLE', 2],
    ]);
    expect(edges).toEqual([]);
  });

  it('joins what is there, and grows by the neighbours of a node', () => {
    const joined = expandedBy(graphOfTurn(turn), found, { only: 'known' });
    expect(joined.nodes.size).toBe(2);
    expect(joined.edges).toEqual([{ from: 'dbo.Stock|PROC', to: 'dbo.Item|TABLE', kind: 'WRITES_TO' }]);
    const grown = expandedBy(joined, found);
    expect(grown.nodes.get('dbo.Stock|PROC')?.expanded).toBe(true);
    expect(grown.nodes.get('dbo.Cancel|PROC')).toMatchObject({ name: 'Cancel', n: null, expanded: false });
    expect(grown.edges).toEqual([
      { from: 'dbo.Stock|PROC', to: 'dbo.Item|TABLE', kind: 'WRITES_TO' },
      { from: 'dbo.Cancel|PROC', to: 'dbo.Stock|PROC', kind: 'EXECUTES' },
    ]);
    expect(expandedBy(grown, found)).toEqual(grown);
  });
});
