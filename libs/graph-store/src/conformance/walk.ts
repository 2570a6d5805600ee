import * as fc from 'fast-check';
import type { WalkOptions } from '../port';
import { ModelGraph } from '../testing/model';
import { anyGraph, anyWalk } from './arbitraries';
import { ALL, edgeOf, file, REF, shape, sorted, type Check } from './suite';

/** The results of a walk, their order and their limits. */
export function walking(check: Check): void {
  check('returns an edge once, with its first line', async ({ graph }) => {
    const lines = [{ line: 9 }, { line: 4 }, {}, { line: 7 }].map((at) => ({ ...edgeOf('a>b'), ...at }));
    await graph.write(REF, {
      files: [{ ...file('a.ts', ['a', 'b']), edges: [...lines, edgeOf('a>b', 'USES')] }],
    });
    const { edges } = await graph.walk(REF, ['a'], ALL);
    expect([...edges].sort((x, y) => (x.kind < y.kind ? -1 : 1))).toEqual([
      { from: 'a', to: 'b', kind: 'CALLS', line: 4 },
      { from: 'a', to: 'b', kind: 'USES' },
    ]);
  });

  check(
    'walks in both directions, entries first in the given order, then by depth and key, within all limits',
    async ({ graph }) => {
      await graph.write(REF, {
        files: [file('a.ts', ['m', 'b', 'z', 'c', 'far'], ['m>z', 'b>m', 'm>c', 'z>far', 'm>m'])],
      });
      const walk = async (entries: readonly string[], options: Partial<WalkOptions>) =>
        shape(await graph.walk(REF, entries, { ...ALL, ...options })).nodes;
      expect(await walk(['m'], { depth: 1 })).toEqual(['m 0', 'b 1', 'c 1', 'z 1']);
      expect(await walk(['z', 'unknown', 'b', 'z'], { depth: 1 })).toEqual(['z 0', 'b 0', 'far 1', 'm 1']);
      expect(await walk(['m'], { depth: 0 })).toEqual(['m 0']);
      expect(await walk(['m'], { maxNodes: 3 })).toEqual(['m 0', 'b 1', 'c 1']);
      expect(await walk(['z', 'c', 'b'], { maxNodes: 2 })).toEqual(['z 0', 'c 0']);
      expect(await walk(['m'], { maxNodes: 0 })).toEqual([]);
      expect(await walk(['m'], { edgeKinds: ['INHERITS'] })).toEqual(['m 0']);
      expect(await walk([], {})).toEqual([]);
      const { edges } = shape(await graph.walk(REF, ['m', 'c'], { ...ALL, depth: 0 }));
      expect(edges).toEqual(['m>c', 'm>m']);
    },
  );

  check('walks as the reference search does, on any graph', async ({ graph }) => {
    let run = 0;
    await fc.assert(
      fc.asyncProperty(anyGraph, anyWalk, async (files, [entries, options]) => {
        const ref = { ...REF, snapshot: `walk ${run++}` };
        await graph.write(ref, { files });
        const expected = new ModelGraph(files).walk(entries, options);
        const found = await graph.walk(ref, entries, options);
        expect(found.nodes).toEqual(expected.nodes);
        expect(sorted(found.edges)).toEqual(sorted(expected.edges));
      }),
      { numRuns: 60 },
    );
  });
}
