import { calibrationOf } from './calibration';

const turn = (
  confidence: 'high' | 'medium' | 'low',
  right: boolean | null,
  more: { readonly completed?: boolean; readonly unanswerable?: boolean } = {},
) => ({ ...{ completed: true, unanswerable: false, confidence, right }, ...more });

it('counts the right answers of each level', () => {
  const rows = calibrationOf([
    ...Array.from({ length: 9 }, () => turn('high', true)),
    turn('high', false),
    turn('medium', true),
    turn('medium', false),
    // No answer, and nothing known: not counted.
    turn('low', false, { completed: false }),
    turn('low', null),
    // A question without an answer, and none given.
    turn('low', true, { completed: false, unanswerable: true }),
  ]);
  expect(rows.map(({ level, answers, right }) => [level, answers, right])).toEqual([
    ['high', 10, 9],
    ['medium', 2, 1],
    ['low', 1, 1],
  ]);
  // Wilson's interval of 9 of 10, as binom.confint(9, 10, methods = "wilson") gives it.
  const [low, high] = rows[0]?.interval ?? [];
  expect(low).toBeCloseTo(0.5958, 4);
  expect(high).toBeCloseTo(0.9821, 4);
});

it('has no interval without answers', () => {
  expect(calibrationOf([]).map(({ interval }) => interval)).toEqual([null, null, null]);
});
