import type { GraphEdge, GraphFile } from '@quarry/graph-store';
import type { ScipReference } from './file-references';
import { withScip } from './overlay';

const NODES = [
  'file:a.ts|FILE',
  'ts:a.run|FUNCTION',
  'ts:b.save|FUNCTION',
  'ts:c.save|FUNCTION',
  'ts:C|TYPE',
];
const node = (key: string) => ({
  key,
  kind: key.slice(key.indexOf('|') + 1) as 'FUNCTION',
  name: key.replace(/^.*[.:]|\|.*$/g, ''),
  qualifiedName: key,
  language: 'typescript',
  ...(key.startsWith('ts:a') ? { path: 'a.ts', startLine: 2, endLine: 9 } : {}),
});

/** The edges of a file after an import, without DEFINES. */
function after(
  own: readonly Partial<GraphEdge>[],
  references: readonly Partial<ScipReference>[],
): readonly GraphEdge[] {
  const file: GraphFile = {
    path: 'a.ts',
    digest: '',
    nodes: [node('file:a.ts|FILE'), node('ts:a.run|FUNCTION')],
    edges: own.map((edge) => ({ from: 'ts:a.run|FUNCTION', to: '', kind: 'CALLS', line: 3, ...edge })),
  };
  const known = new Map(NODES.map((key) => [key, node(key)]));
  const scip = references.map((each) => ({ line: 3, name: 'save', isCall: true, to: [], also: [], ...each }));
  return withScip(file, { path: 'a.ts', sha: '', references: scip, implementations: [] }, (key) =>
    known.get(key),
  ).edges;
}

const [b, c] = [{ to: 'ts:b.save|FUNCTION' }, { to: 'ts:c.save|FUNCTION' }];

describe('the edges of an imported index', () => {
  it('replace those that Quarry found by the same name on the line', () => {
    expect(after([b], [{ to: [c.to] }])).toEqual([
      { from: 'ts:a.run|FUNCTION', kind: 'CALLS', line: 3, provenance: 'scip', ...c },
    ]);
  });

  it('remove an edge to what the index knows to be outside', () => {
    expect(after([b], [{ to: [] }])).toEqual([]);
  });

  it('leave edges on lines and names on which the index is silent', () => {
    const kept = { from: 'ts:a.run|FUNCTION', kind: 'CALLS', line: 3, ...b };
    expect(after([b], [{ line: 4 }])).toEqual([kept]);
    expect(after([b], [{ name: 'store' }])).toEqual([kept]);
  });

  it('leave inferred edges, and edges to implementations of what the index names', () => {
    expect(after([{ ...b, confidence: 0.6 }], [{}])).toMatchObject([{ ...b, confidence: 0.6 }]);
    expect(after([b], [{ also: [b.to] }])).toMatchObject([b]);
  });

  it('make an inferred edge certain that they state', () => {
    const [edge] = after([{ ...b, confidence: 0.6 }], [{ to: [b.to] }]);
    expect(edge).toEqual({ from: 'ts:a.run|FUNCTION', kind: 'CALLS', line: 3, provenance: 'scip', ...b });
  });

  it('are calls only where a function is called, and none for the imports of a file', () => {
    expect(after([], [{ to: [b.to], isCall: false }])).toMatchObject([{ kind: 'USES', ...b }]);
    expect(after([], [{ to: ['ts:C|TYPE'] }])).toMatchObject([{ kind: 'USES', to: 'ts:C|TYPE' }]);
    expect(after([], [{ to: [b.to], isCall: false, line: 1 }])).toEqual([]);
  });

  it('end at one overload: the one that Quarry chose by its arguments, otherwise the last', () => {
    expect(after([b], [{ to: [b.to, c.to] }])).toMatchObject([{ ...b, provenance: 'scip' }]);
    expect(after([], [{ to: [b.to, c.to] }])).toMatchObject([{ ...c, provenance: 'scip' }]);
  });

  it('end at definitions that still exist', () => {
    expect(after([], [{ to: [b.to, 'ts:gone.save|FUNCTION'] }])).toMatchObject([b]);
    expect(after([], [{ to: ['ts:gone.save|FUNCTION'] }])).toEqual([]);
  });
});
