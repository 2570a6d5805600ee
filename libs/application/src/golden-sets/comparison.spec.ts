import type { GoldenQuestion, GoldenRun, Measures } from '@quarry/golden-store';
import * as fc from 'fast-check';
import { compare, type ComparedSide } from './comparison';

const questionOf = (id: string, note = ''): GoldenQuestion => ({
  ...{
    id,
    text: `${id}?`,
    isEnglish: true,
    gold: [],
    answers: ['a'],
    unanswerable: false,
    note,
    fromTurn: null,
  },
});

/** A run of one pipeline with these measures, one row a question. */
function side(
  pipeline: string,
  measures: readonly Measures[],
  questions?: readonly GoldenQuestion[],
): ComparedSide {
  const asked = questions ?? measures.map((_, i) => questionOf(`q${i}`));
  const run = { questions: asked, rows: measures.map((own, i) => rowOf(`q${i}`, pipeline, own)) };
  return { run: run as unknown as GoldenRun, pipeline };
}

function rowOf(question: string, pipeline: string, measures: Measures): GoldenRun['rows'][number] {
  return { question, pipeline, turnId: 't', outcome: 'answered', reason: null, answer: '', measures };
}

const value = fc.constantFrom(0, 0.25, 0.5, 1);
const measures = fc.record({ recall: value, correct: value, seconds: value }, { requiredKeys: ['recall'] });

describe('a comparison', () => {
  it('is reversed if its sides are', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(measures, measures), { maxLength: 8 }), (pairs) => {
        const [a, b] = [
          side(
            'a@1',
            pairs.map(([one]) => one),
          ),
          side(
            'b@1',
            pairs.map(([, two]) => two),
          ),
        ];
        const [there, back] = [compare(a, b), compare(b, a)];
        const ids = (list: readonly { question: string }[]) => list.map(({ question }) => question);
        expect(ids(there.regressions)).toEqual(ids(back.improvements));
        expect(ids(there.improvements)).toEqual(ids(back.regressions));
        expect(ids(there.mixed)).toEqual(ids(back.mixed));
        for (const [i, own] of there.measures.entries()) {
          expect(own.difference).toBeCloseTo(-(back.measures[i]?.difference ?? 9), 9);
          expect(own.difference).toBeCloseTo(own.with - own.base, 9);
          expect(own.low).toBeLessThanOrEqual(own.difference + 1e-9);
          expect(own.high).toBeGreaterThanOrEqual(own.difference - 1e-9);
        }
      }),
      { numRuns: 20 },
    );
  });

  it('finds nothing between a side and itself', () => {
    fc.assert(
      fc.property(fc.array(measures, { maxLength: 8 }), (own) => {
        const same = compare(side('a@1', own), side('a@1', own));
        expect(same).toMatchObject({
          questions: own.length,
          leftOut: 0,
          regressions: [],
          improvements: [],
          mixed: [],
        });
        for (const { difference, low, high } of same.measures)
          expect([difference, low, high]).toEqual([0, 0, 0]);
      }),
      { numRuns: 20 },
    );
  });

  it('counts only quality as a regression or an improvement', () => {
    const a = side('a@1', [
      { recall: 1, correct: 1 },
      { recall: 0 },
      { recall: 1, correct: 0 },
      { seconds: 1 },
    ]);
    const b = side('b@1', [
      { recall: 0.5, correct: 1 },
      { recall: 1 },
      { recall: 0, correct: 1 },
      { seconds: 9 },
    ]);
    const found = compare(a, b);
    expect(found.regressions).toMatchObject([{ question: 'q0', differences: { recall: -0.5 } }]);
    expect(found.improvements).toMatchObject([{ question: 'q1' }]);
    expect(found.mixed).toMatchObject([{ question: 'q2', differences: { recall: -1, correct: 1 } }]);
    expect(found.measures.find(({ measure }) => measure === 'seconds')).toMatchObject({
      difference: 8,
      questions: 1,
    });
  });

  it('leaves out questions that changed in between, or that only one side asked; a note is not a change', () => {
    const rows = [{ recall: 1 }, { recall: 1 }, { recall: 1 }];
    const changed = [questionOf('q0', 'a note'), { ...questionOf('q1'), answers: ['b'] }];
    expect(compare(side('a@1', rows), side('b@1', rows.slice(0, 2), changed))).toMatchObject({
      questions: 1,
      leftOut: 2,
    });
  });
});
