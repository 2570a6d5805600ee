import * as fc from 'fast-check';
import { ModelGraph } from '../testing/model';
import { anyEdgeQuery, anyGraph } from './arbitraries';
import { edgeOf, file, REF, type Check } from './suite';

/** The edges of given nodes: which, in which order, with which place, and how many. */
export function readingEdges(check: Check): void {
  check(
    'gives the edges at nodes with their places, and counts those beyond the limit',
    async ({ graph }) => {
      const calls = ['a>x', 'b>x', 'c>x', 'x>gone'].map((text, at) => ({ ...edgeOf(text), line: at + 1 }));
      await graph.write(REF, {
        files: [
          { ...file('one.ts', ['a', 'b', 'c', 'x']), edges: [...calls, edgeOf('a>x', 'USES')] },
          { ...file('two.ts', []), edges: [{ ...edgeOf('a>x'), line: 7 }] },
        ],
      });
      const at = (direction: 'in' | 'out', limit: number) =>
        graph.edgesAt(REF, ['x', 'unknown', 'x'], { direction, edgeKinds: ['CALLS'], limit });
      expect(await at('in', 2)).toEqual({
        edges: [
          { from: 'a', to: 'x', kind: 'CALLS', line: 1, path: 'one.ts' },
          { from: 'b', to: 'x', kind: 'CALLS', line: 2, path: 'one.ts' },
        ],
        total: 3,
      });
      expect(await at('in', 0)).toEqual({ edges: [], total: 3 });
      expect((await at('out', 9)).edges).toEqual([
        { from: 'x', to: 'gone', kind: 'CALLS', line: 4, path: 'one.ts' },
      ]);
      expect(await graph.edgesAt(REF, [], { direction: 'in', edgeKinds: [], limit: 9 })).toEqual({
        edges: [],
        total: 0,
      });
      const elsewhere = { ...REF, snapshot: 'elsewhere' };
      expect(
        (await graph.edgesAt(elsewhere, ['x'], { direction: 'in', edgeKinds: [], limit: 9 })).total,
      ).toBe(0);
    },
  );

  check(
    'keeps how sure an inferred edge is, and forgets it where another file states the edge',
    async ({ graph }) => {
      const probably = { ...edgeOf('a>x'), line: 3, confidence: 0.6 };
      const calls = { direction: 'in', edgeKinds: ['CALLS'], limit: 9 } as const;
      await graph.write(REF, { files: [{ ...file('one.ts', ['a', 'x']), edges: [probably] }] });
      expect((await graph.edgesAt(REF, ['x'], calls)).edges).toEqual([{ ...probably, path: 'one.ts' }]);
      expect((await graph.walk(REF, ['a'], { depth: 1, maxNodes: 9, edgeKinds: [] })).edges).toEqual([
        probably,
      ]);
      for await (const { edges } of graph.export(REF)) expect(edges).toEqual([probably]);
      await graph.write(REF, { files: [{ ...file('two.ts', []), edges: [{ ...edgeOf('a>x'), line: 7 }] }] });
      expect((await graph.edgesAt(REF, ['x'], calls)).edges).toEqual([
        { ...edgeOf('a>x'), line: 3, path: 'one.ts' },
      ]);
    },
  );

  check('gives the same edges in any order, and whether there are more than the limit', async ({ graph }) => {
    const calls = ['a>x', 'b>x', 'c>x'].map((text, at) => ({ ...edgeOf(text), line: at + 1 }));
    await graph.write(REF, { files: [{ ...file('one.ts', ['a', 'b', 'c', 'x']), edges: calls }] });
    const at = (limit: number) =>
      graph.edgesAt(REF, ['x', 'x'], { direction: 'in', edgeKinds: ['CALLS'], limit, unordered: true });
    const { edges, total } = await at(3);
    expect(edges.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0))).toEqual(
      calls.map((call) => ({ ...call, path: 'one.ts' })),
    );
    expect(total).toBe(3);
    const cut = await at(2);
    expect([cut.edges.length, cut.total > 2]).toEqual([2, true]);
  });

  check('keeps who states an edge, in reads and exports', async ({ graph }) => {
    const stated = { ...edgeOf('a>x'), line: 3, provenance: 'scip' as const };
    const own = { ...edgeOf('b>x'), line: 5 };
    const edges = [stated, own];
    await graph.write(REF, { files: [{ ...file('one.ts', ['a', 'b', 'x']), edges }] });
    const calls = { direction: 'in', edgeKinds: ['CALLS'], limit: 9 } as const;
    expect((await graph.edgesAt(REF, ['x'], calls)).edges).toEqual(
      edges.map((edge) => ({ ...edge, path: 'one.ts' })),
    );
    for await (const exported of graph.export(REF)) expect(exported.edges).toEqual(edges);
    const { provenance: _, ...walked } = stated;
    expect((await graph.walk(REF, ['a'], { depth: 1, maxNodes: 2, edgeKinds: [] })).edges).toEqual([walked]);
  });

  check('reads the edges at nodes as the plainest search does, on any graph', async ({ graph }) => {
    let run = 0;
    await fc.assert(
      fc.asyncProperty(anyGraph, anyEdgeQuery, async (files, [keys, query]) => {
        const ref = { ...REF, snapshot: `edges ${run++}` };
        await graph.write(ref, { files });
        const expected = new ModelGraph(files).edgesAt(keys, query);
        const found = await graph.edgesAt(ref, keys, query);
        // Two files may state a relation on the same line: either place is right.
        const shown = ({ edges, total }: typeof found) => ({
          total,
          edges: edges.map(({ path: _path, ...edge }) => edge),
        });
        expect(shown(found)).toEqual(shown(expected));
      }),
      { numRuns: 60 },
    );
  });
}
