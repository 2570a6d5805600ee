import * as fc from 'fast-check';
import { DEFAULT_FUSION, fuse, fuseByScore, rrf } from './fusion';
import type { Chunk, Hit } from './port';

const ids = fc.uniqueArray(fc.constantFrom(...'abcdefghijkl'), { maxLength: 12 });
const lists = fc.array(ids, { maxLength: 4 });

describe('rrf', () => {
  it('implements the formula of the paper', () => {
    expect(
      rrf([
        ['a', 'b'],
        ['b', 'c'],
      ]),
    ).toEqual([
      { id: 'b', score: 1 / 62 + 1 / 61 },
      { id: 'a', score: 1 / 61 },
      { id: 'c', score: 1 / 62 },
    ]);
  });

  it('accepts k, weights and a limit', () => {
    expect(rrf([['a'], ['b']], { k: 1, weights: [1, 3], limit: 1 })).toEqual([{ id: 'b', score: 1.5 }]);
    expect(rrf([['a'], ['b']], { weights: [0.5] }).map(({ id }) => id)).toEqual(['b', 'a']);
    expect(rrf([['a']], { limit: 0 })).toEqual([]);
    expect(rrf([])).toEqual([]);
  });

  it('counts a repeated id at its first rank', () => {
    expect(rrf([['a', 'a', 'b']])).toEqual([
      { id: 'a', score: 1 / 61 },
      { id: 'b', score: 1 / 63 },
    ]);
  });

  it('returns every id once with its sum, best first, ties by id', () => {
    fc.assert(
      fc.property(lists, fc.integer({ min: 1, max: 100 }), (ranked, k) => {
        const fused = rrf(ranked, { k });
        expect(fused.map(({ id }) => id).sort()).toEqual([...new Set(ranked.flat())].sort());
        for (const { id, score } of fused) {
          const sum = ranked.reduce(
            (total, list) => total + (list.includes(id) ? 1 / (k + list.indexOf(id) + 1) : 0),
            0,
          );
          expect(score).toBeCloseTo(sum, 12);
        }
        fused.slice(1).forEach((next, i) => {
          const before = fused[i];
          expect(
            before && (before.score > next.score || (before.score === next.score && before.id < next.id)),
          ).toBe(true);
        });
      }),
    );
  });

  it('keeps the order of a single list, and of lists that agree', () => {
    fc.assert(
      fc.property(ids, fc.integer({ min: 1, max: 4 }), (list, times) => {
        expect(rrf(Array.from({ length: times }, () => list)).map(({ id }) => id)).toEqual(list);
      }),
    );
  });

  it('never ranks an id lower for being first in one more list', () => {
    fc.assert(
      fc.property(lists, fc.constantFrom(...'abcdefghijkl'), (ranked, id) => {
        const place = (all: readonly (readonly string[])[]) => rrf(all).findIndex((item) => item.id === id);
        const before = place(ranked);
        const after = place([...ranked, [id]]);
        return before < 0 ? after >= 0 : after <= before;
      }),
    );
  });
});

const hit = (id: string, score: number): Hit => ({
  chunk: {
    id,
    path: id,
    startLine: 1,
    endLine: 1,
    text: id,
    language: 'text',
    kind: 'window',
    contentHash: id,
  } satisfies Chunk,
  score,
});

/** Scored hits, best first, as a store returns them. */
const hits = (max: number) =>
  fc
    .uniqueArray(fc.tuple(fc.constantFrom(...'abcdefghijkl'), fc.double({ min: 0, max, noNaN: true })), {
      selector: ([id]) => id,
      maxLength: 12,
    })
    .map((all) => all.toSorted((a, b) => b[1] - a[1]).map(([id, score]) => hit(id, score)));

describe('fuseByScore', () => {
  it('adds the scores of both lists, with the weight', () => {
    const lists = {
      dense: [hit('a', 0.6), hit('b', 0.5)],
      sparse: [hit('b', 20), hit('a', 4)],
      requested: 50,
    };
    expect(fuseByScore(lists, 0.01)).toEqual([
      { id: 'b', score: 0.7 },
      { id: 'a', score: 0.64 },
    ]);
    expect(fuseByScore(lists, 0)).toEqual([
      { id: 'a', score: 0.6 },
      { id: 'b', score: 0.5 },
    ]);
  });

  it('scores a hit that is missing from a list as high as it can be there', () => {
    const dense = [hit('a', 0.6), hit('b', 0.5)];
    // The keyword list was full: b may score up to 4. It was not full: b contains none of the words.
    expect(fuseByScore({ dense, sparse: [hit('a', 4)], requested: 1 }, 0.1)).toEqual([
      { id: 'a', score: 1 },
      { id: 'b', score: 0.9 },
    ]);
    expect(fuseByScore({ dense, sparse: [hit('a', 4)], requested: 2 }, 0.1)).toEqual([
      { id: 'a', score: 1 },
      { id: 'b', score: 0.5 },
    ]);
    expect(fuseByScore({ dense, sparse: [hit('c', 10)], requested: 2 }, 0.01)[1]).toEqual({
      id: 'c',
      score: 0.6,
    });
  });

  it('orders the first hits the same, for any number of candidates beyond the 50th', () => {
    const list = (count: number, sign: string, score: (at: number) => number) =>
      Array.from({ length: count }, (_, at) => hit(`${sign}${at}`, score(at)));
    const dense = [...list(200, 'a', (at) => 0.9 - at / 250)];
    const sparse = [hit('a120', 30), ...list(200, 'b', (at) => 20 - at / 20), hit('a3', 1)];
    const first = (requested: number) =>
      fuseByScore({ dense: dense.slice(0, requested), sparse: sparse.slice(0, requested), requested }, 0.015)
        .slice(0, 50)
        .map(({ id }) => id);
    expect(first(50)).toContain('a120');
    expect(first(150)).toEqual(first(50));
    expect(first(202)).toEqual(first(50));
  });

  it('keeps the order of one list if the other is empty', () => {
    fc.assert(
      fc.property(hits(1), fc.double({ min: 0, max: 1, noNaN: true }), (dense, weight) => {
        const scores = fuseByScore({ dense, sparse: [], requested: 50 }, weight).map(({ score }) => score);
        expect(scores).toEqual(dense.map(({ score }) => score));
      }),
    );
  });

  it('returns every hit once, and never ranks it below another that neither list prefers', () => {
    fc.assert(
      fc.property(hits(1), hits(40), fc.double({ min: 0, max: 1, noNaN: true }), (dense, sparse, weight) => {
        const fused = fuseByScore({ dense, sparse, requested: 12 }, weight);
        const scores = new Map(fused.map(({ id, score }) => [id, score]));
        expect([...scores.keys()].sort()).toEqual(
          [...new Set([...dense, ...sparse].map(({ chunk }) => chunk.id))].sort(),
        );
        expect([...scores.values()]).toEqual([...scores.values()].toSorted((a, b) => b - a));
        const both = dense.filter(({ chunk }) => sparse.some((other) => other.chunk.id === chunk.id));
        const words = new Map(sparse.map(({ chunk, score }) => [chunk.id, score]));
        const of = (from: ReadonlyMap<string, number>, { chunk }: Hit) => from.get(chunk.id) ?? 0;
        // Differences below the precision of a number make equal sums, so better in both may only mean as good.
        for (const one of both)
          for (const other of both)
            if (one.score >= other.score && of(words, one) >= of(words, other))
              expect(of(scores, one)).toBeGreaterThanOrEqual(of(scores, other));
      }),
    );
  });
});

describe('fuse', () => {
  const candidates = {
    dense: [hit('a', 0.9), hit('b', 0.1)],
    sparse: [hit('b', 30), hit('c', 1)],
    requested: 50,
  };

  it('fuses by scores unless ranks are requested', () => {
    expect(fuse(candidates, DEFAULT_FUSION)).toEqual(fuseByScore(candidates, 0.015));
    expect(fuse(candidates, { ...DEFAULT_FUSION, method: 'rrf', rrfK: 10 })).toEqual(
      rrf(
        [
          ['a', 'b'],
          ['b', 'c'],
        ],
        { k: 10 },
      ),
    );
  });
});
