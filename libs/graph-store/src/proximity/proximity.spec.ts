import fc from 'fast-check';
import { counterparts } from './counterpart';
import { proximityOf } from './proximity';
import { rankFiles } from './rank-files';

const edge = (text: string) => ({ from: text[0] ?? '', to: text[1] ?? '' });
const anyEdges = fc.array(fc.tuple(fc.constantFrom(...'abcdefgh'), fc.constantFrom(...'abcdefgh')), {
  maxLength: 20,
});

describe('proximity', () => {
  it('halves with each edge, in equal parts, and adds up between seeds', () => {
    const near = proximityOf([edge('ab')], new Map([['a', 1]]));
    // 1 + 1/4 + 1/16 on the way back, 1/2 + 1/8 at the neighbor.
    expect([near.get('a'), near.get('b')]).toEqual([1.3125, 0.625]);
    const both = proximityOf(
      [edge('am'), edge('bm'), edge('an')],
      new Map([
        ['a', 1],
        ['b', 1],
      ]),
    );
    expect(both.get('m') ?? 0).toBeGreaterThan(both.get('n') ?? 0);
  });

  it('does not favor a hub: a node with many edges passes on little to each', () => {
    const hub = [...'cdefgh'].map((other) => edge(`b${other}`));
    const near = proximityOf(
      [edge('xa'), edge('yb'), edge('za'), ...hub],
      new Map([
        ['a', 1],
        ['b', 1],
      ]),
    );
    expect(near.get('x') ?? 0).toBeGreaterThan(near.get('y') ?? 0);
  });

  it('never exceeds twice the total weight of the seeds', () => {
    fc.assert(
      fc.property(anyEdges, (pairs) => {
        const near = proximityOf(
          pairs.map(([from, to]) => ({ from, to })),
          new Map([
            ['a', 2],
            ['b', 1],
          ]),
        );
        const sum = [...near.values()].reduce((a, b) => a + b, 0);
        expect(sum).toBeLessThanOrEqual(6 + 1e-9);
        expect([...near.values()].every((value) => value > 0)).toBe(true);
        expect(near.get('a') ?? 0).toBeGreaterThanOrEqual(2);
      }),
    );
  });

  it('an edge from the only seed to an unreached node never lowers its rank', () => {
    fc.assert(
      fc.property(anyEdges, fc.constantFrom(...'bcdefgh'), (pairs, node) => {
        const edges = pairs
          .map(([from, to]) => ({ from, to }))
          .filter(({ from, to }) => from !== node && to !== node);
        const seeds = new Map([['a', 1]]);
        expect(proximityOf(edges, seeds).get(node)).toBeUndefined();
        expect(proximityOf([...edges, { from: 'a', to: node }], seeds).get(node)).toBeGreaterThan(0);
      }),
    );
  });
});

describe('counterparts', () => {
  it.each([
    ['src/utils.py', 'tests/test_utils.py'],
    ['lib/a.ts', 'lib/a.spec.ts'],
    ['src/JsonReader.java', 'src/test/JsonReaderTest.java'],
    ['pkg/pool.go', 'pkg/pool_test.go'],
    ['src/Shop/Invoice.cs', 'src/Shop.Tests/InvoiceTests.cs'],
  ])('%s and %s', (code, test) => {
    expect([...counterparts([code, test, 'src/other.ts'])]).toEqual([
      [code, [test]],
      [test, [code]],
    ]);
  });

  it('ignores a name that many files have', () => {
    const many = [...'abcdefg'].map((folder) => `${folder}/index.ts`);
    expect(counterparts([...many, 'a/index.spec.ts']).size).toBe(0);
  });
});

describe('files ranked by search and graph', () => {
  const around = {
    nodes: [...'abc'].map((key) => ({ key, path: `${key}.ts` })),
    edges: [edge('ac')],
  };
  const found = (weights: Readonly<Record<string, number>>) =>
    Object.entries(weights).map(([key, weight]) => ({ path: `${key}.ts`, nodeKey: key, weight }));

  it('are those of the search without any links', () => {
    const ranked = rankFiles(found({ a: 1, b: 0.5 }), { nodes: [], edges: [] });
    expect(ranked.map(({ path }) => path)).toEqual(['a.ts', 'b.ts']);
  });

  it('finds files that only the graph leads to, and ranks confirmed files before the rest', () => {
    expect(rankFiles(found({ a: 1, b: 0.1 }), around).map(({ path }) => path)).toEqual([
      'a.ts',
      'c.ts',
      'b.ts',
    ]);
  });

  it('finds the test of the first hit', () => {
    const nodes = [...around.nodes, { key: 't', path: 'a.spec.ts' }];
    const ranked = rankFiles(found({ a: 1, b: 0.5 }), { nodes, edges: [] });
    expect(ranked.map(({ path }) => path)).toEqual(['a.ts', 'b.ts', 'a.spec.ts']);
    expect(ranked[2]?.score).toBeCloseTo(0.6);
  });

  const anyPast = fc.dictionary(
    fc.constantFrom('a.ts', 'b.ts', 'c.ts', 'd.ts'),
    fc.double({ min: 0.01, max: 9, noNaN: true }),
  );
  const ranking = (past?: Readonly<Record<string, number>>) =>
    rankFiles(found({ a: 1, b: 0.5 }), around, past && new Map(Object.entries(past)));

  it('are unchanged without past changes', () => {
    expect(ranking({})).toEqual(ranking());
    expect(ranking().flatMap(({ by }) => Object.keys(by))).not.toContain('past');
  });

  it('finds files that only past changes lead to, and reports the reason', () => {
    expect(ranking({ 'd.ts': 3, 'a.ts': 1.5 }).find(({ path }) => path === 'd.ts')).toEqual({
      path: 'd.ts',
      score: 0.4,
      by: { past: 0.4 },
    });
    expect(ranking({ 'd.ts': 3, 'a.ts': 1.5 })[0]?.by).toEqual({ search: 1, graph: 0.5, past: 0.2 });
  });

  it('never drops when the weight of past changes grows', () => {
    fc.assert(
      fc.property(
        anyPast,
        fc.constantFrom('a.ts', 'b.ts', 'd.ts'),
        fc.double({ min: 0.01, max: 9, noNaN: true }),
        (past, path, more) => {
          const at = (given: Readonly<Record<string, number>>) => {
            const place = ranking(given).findIndex((file) => file.path === path);
            return place < 0 ? Infinity : place;
          };
          expect(at({ ...past, [path]: (past[path] ?? 0) + more })).toBeLessThanOrEqual(at(past));
        },
      ),
    );
  });
});
