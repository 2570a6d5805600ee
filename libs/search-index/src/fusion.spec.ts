import * as fc from 'fast-check';
import { rrf } from './fusion';

const ids = fc.uniqueArray(fc.constantFrom(...'abcdefghijkl'), { maxLength: 12 });
const lists = fc.array(ids, { maxLength: 4 });

describe('rrf', () => {
  it('is the formula of the paper', () => {
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

  it('takes k, weights and a limit', () => {
    expect(rrf([['a'], ['b']], { k: 1, weights: [1, 3], limit: 1 })).toEqual([{ id: 'b', score: 1.5 }]);
    expect(rrf([['a'], ['b']], { weights: [0.5] }).map(({ id }) => id)).toEqual(['b', 'a']);
    expect(rrf([['a']], { limit: 0 })).toEqual([]);
    expect(rrf([])).toEqual([]);
  });

  it('counts a repeated id where it stands first', () => {
    expect(rrf([['a', 'a', 'b']])).toEqual([
      { id: 'a', score: 1 / 61 },
      { id: 'b', score: 1 / 63 },
    ]);
  });

  it('gives every id once with its sum, best first, ties by id', () => {
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
