import * as fc from 'fast-check';
import type { Graded } from '../answers/expected';
import { ndcg, overlap, rankingMeasures } from './ranking';

const names = fc.uniqueArray(fc.constantFrom(...'abcdefghijklmno'), { maxLength: 15 });
const graded = fc.uniqueArray(
  fc.record({ document: fc.constantFrom(...'abcdefghijklmno'), grade: fc.integer({ min: -1, max: 3 }) }),
  { maxLength: 15, selector: ({ document }) => document },
);
const binary = (documents: readonly string[]): Graded[] =>
  documents.map((document) => ({ document, grade: 1 }));

describe('ndcg', () => {
  it.each([
    [['a'], ['a', 'x'], 1],
    [['a'], ['x', 'a'], 1 / Math.log2(3)],
    [['a', 'b'], ['x', 'a'], 1 / Math.log2(3) / (1 + 1 / Math.log2(3))],
    [['a'], ['x', 'y'], 0],
    [['a'], ['x', 'x', 'a'], 1 / Math.log2(3)],
    [[], ['x'], 0],
  ])('of %j in %j', (gold, found, wanted) => {
    expect(ndcg(binary(gold), found, 10)).toBeCloseTo(wanted, 12);
  });

  it('uses grades as gains; grade 0 gains nothing', () => {
    const gold = [
      { document: 'a', grade: 1 },
      { document: 'b', grade: 3 },
      { document: 'c', grade: 0 },
    ];
    const best = 3 + 1 / Math.log2(3);
    expect(ndcg(gold, ['a', 'b'], 10)).toBeCloseTo((1 + 3 / Math.log2(3)) / best, 12);
    expect(ndcg(gold, ['c', 'b', 'a'], 10)).toBeCloseTo((3 / Math.log2(3) + 1 / 2) / best, 12);
  });

  it('uses the first k only', () => {
    expect(ndcg(binary(['c']), ['a', 'b', 'c'], 2)).toBe(0);
  });
});

describe('rankingMeasures', () => {
  it('are between 0 and 1, 1 if the best come first, and grow with the list', () => {
    fc.assert(
      fc.property(graded, names, (gold, found) => {
        const measures = rankingMeasures(gold, found);
        for (const value of Object.values<number>({ ...measures })) {
          expect(value).toBeGreaterThanOrEqual(0);
          expect(value).toBeLessThanOrEqual(1 + 1e-12);
        }
        const relevant = gold.filter(({ grade }) => grade > 0).sort((a, b) => b.grade - a.grade);
        const best = rankingMeasures(gold, [...relevant.map(({ document }) => document), ...found]);
        const wanted = relevant.length === 0 ? 0 : 1;
        expect(best).toMatchObject({ recall: wanted, mrr10: wanted, all: wanted });
        expect(best.ndcg10).toBeCloseTo(wanted, 12);
        expect(measures.recall5).toBeLessThanOrEqual(measures.recall10);
        expect(measures.recall10).toBeLessThanOrEqual(measures.recall);
      }),
    );
  });

  it('do not depend on the order of the judgements, nor on documents after rank 10', () => {
    fc.assert(
      fc.property(graded, names, names, (gold, found, after) => {
        const measures = rankingMeasures(gold, found);
        expect(rankingMeasures(gold.toReversed(), found).recall).toBe(measures.recall);
        expect(rankingMeasures(gold.toReversed(), found).ndcg10).toBeCloseTo(measures.ndcg10, 12);
        const head = found.slice(0, 10);
        const { ndcg10, mrr10, recall10 } = rankingMeasures(gold, [
          ...head,
          ...(head.length === 10 ? after : []),
        ]);
        const { ndcg10: n, mrr10: m, recall10: r } = rankingMeasures(gold, head);
        expect([ndcg10, mrr10, recall10]).toEqual([n, m, r]);
      }),
    );
  });
});

describe('overlap', () => {
  it('counts common items in any order, relative to the longer list', () => {
    expect(overlap(['a', 'b'], ['b', 'a'])).toBe(1);
    expect(overlap(['a', 'b', 'c', 'd'], ['d'])).toBe(0.25);
    expect(overlap([], ['a'])).toBe(0);
    expect(overlap([], [])).toBe(1);
  });

  it('is symmetric', () => {
    fc.assert(fc.property(names, names, (a, b) => overlap(a, b) === overlap(b, a)));
  });
});
