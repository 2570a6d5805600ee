import { aTurn, someEvidence } from '@quarry/engine/testing';
import type { GoldenQuestion } from '@quarry/golden-store';
import * as fc from 'fast-check';
import { measuresOf } from './measures';
import { byPlaces, meets } from './places';

const question = (change: Partial<GoldenQuestion>): GoldenQuestion => ({
  ...{
    id: 'q1',
    text: 'Why?',
    isEnglish: true,
    gold: [],
    answers: [],
    unanswerable: false,
    note: '',
    fromTurn: null,
  },
  ...change,
});
const place = (path: string, lines: readonly [number, number] | null, grade = 1) => ({ path, lines, grade });
const piece = (n: number, path: string, startLine: number, endLine: number) =>
  someEvidence(n, { path, startLine, endLine });

describe('gold places', () => {
  it('match overlapping lines, whichever is longer', () => {
    const range = fc
      .tuple(fc.integer({ min: 1, max: 30 }), fc.nat(10))
      .map(([a, more]) => [a, a + more] as const);
    fc.assert(
      fc.property(range, range, ([a, b], [c, d]) => {
        const shared = Array.from({ length: 50 }, (_, line) => line).some(
          (line) => line >= a && line <= b && line >= c && line <= d,
        );
        expect(meets(place('x', [a, b]), { path: 'x', startLine: c, endLine: d })).toBe(shared);
        expect(meets(place('x', [c, d]), { path: 'x', startLine: a, endLine: b })).toBe(shared);
        expect(meets(place('y', [a, b]), { path: 'x', startLine: c, endLine: d })).toBe(false);
      }),
    );
    expect(
      meets(place('doc-7', null), { path: 'corpus.jsonl', document: 'doc-7', startLine: 1, endLine: 1 }),
    ).toBe(true);
  });

  it('are meant in any of several repositories', () => {
    const item = { path: 'alpha/src/a.ts', repository: 'alpha', startLine: 1, endLine: 9 };
    expect(meets(place('src/a.ts', [2, 3]), item)).toBe(true);
    expect(meets(place('alpha/src/a.ts', null), item)).toBe(true);
    expect(meets(place('a.ts', null), item)).toBe(false);
    expect(meets(place('src/a.ts', null), { ...item, repository: 'alp' })).toBe(false);
  });

  it('count once each, for any number of pieces, and a piece counts for all that it shows', () => {
    const turn = aTurn({ evidence: [piece(1, 'a', 1, 50), piece(2, 'a', 5, 9), piece(3, 'b', 1, 9)] });
    const gold = [place('a', [1, 9]), place('a', [40, 60]), place('c', null), place('b', [10, 12])];
    expect(byPlaces(turn, gold).evidence.map(({ document }) => document)).toEqual([
      'a:1-9',
      'a:40-60',
      'a:1-9',
      'b:1-9',
    ]);
    expect(measuresOf(question({ gold }), turn, 2)).toMatchObject({ recall: 0.5, mrr10: 1, seconds: 2 });
  });

  it('of grade 0 are not measured', () => {
    const turn = aTurn({ evidence: [piece(1, 'a', 1, 2)] });
    const measures = measuresOf(question({ gold: [place('a', null, 0)], answers: ['x'] }), turn, null);
    expect(measures).not.toHaveProperty('recall');
    expect(measures).not.toHaveProperty('seconds');
  });
});

describe('measures of an unanswerable question', () => {
  it('show whether the turn abstained, and do not rate answers', () => {
    const end = (outcome: 'insufficient' | 'failed') => aTurn({ end: { outcome, reason: 'none' } });
    expect(measuresOf(question({ unanswerable: true }), end('insufficient'), 1)).toMatchObject({
      abstained: 1,
    });
    const failed = measuresOf(question({ unanswerable: true }), end('failed'), 1);
    expect(failed).toMatchObject({ abstained: 0 });
    expect(Object.keys(failed)).not.toEqual(expect.arrayContaining(['correct']));
  });
});
