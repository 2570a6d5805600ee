import type { LocatedEdge } from '@quarry/graph-store';
import { coverageOf } from '../../benchmarks/relations/shown';

const calls = (from: string, to: string, line: number): LocatedEdge => ({
  ...{ from: `ts:${from}|METHOD`, to: `ts:${to}|METHOD`, kind: 'CALLS', line, path: 'src/a.ts' },
});
const PROMPT = `Evidence:
[1] src/a.ts:1-9 · ts:src/a.A.run|METHOD
calls B.open:12 here

Relations, with path:line of the reference; without a path, in the file of the name above:
ts:src/a.A.run|METHOD in src/a.ts
  called by: C.main:4, C.test:9; src/d.ts: D.go:3
  calls: B.open:12 (+2 more, 1 in tests)`;

describe('the coverage of a prompt by benchmarks/relations', () => {
  it('counts a relation at either end, by its name and line', () => {
    const { relations, shown, missing } = coverageOf(PROMPT, [
      calls('src/c.C.test', 'src/a.A.run', 9),
      calls('src/d.D.go', 'src/a.A.run', 3),
      calls('src/a.A.run', 'src/b.B.open', 12),
      calls('src/a.A.run', 'src/b.B.open', 13),
      calls('src/c.C.main', 'src/b.B.open', 4),
    ]);
    expect({ relations, shown }).toEqual({ relations: 5, shown: 3 });
    expect(missing.map(({ line }) => line)).toEqual([13, 4]);
  });

  it('does not take evidence for a relation, and sees whether what is cut is counted', () => {
    const [evidence = ''] = PROMPT.split('\n\n');
    const edge = calls('src/a.A.run', 'src/b.B.open', 12);
    expect(coverageOf(evidence, [edge])).toMatchObject({ shown: 0, counted: false });
    expect(coverageOf(PROMPT, [edge])).toMatchObject({ shown: 1, counted: true });
    expect(coverageOf(`${evidence}\n\nRelations not shown: 3 CALLS.`, [edge]).counted).toBe(true);
  });
});
