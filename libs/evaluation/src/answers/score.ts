import type { ExpectedAnswer } from './expected';
import { normalizeAnswer, tokenF1 } from './normalize';
import { goldNumber, saysNumber } from './numeric';

/** What is right about an answer. */
export interface AnswerScore {
  /** The gold answer, and nothing else, after normalisation. */
  readonly exact: boolean;
  /** Its number; null where the gold answer is no number. */
  readonly numeric: boolean | null;
  /** Words in common with the gold answer, 0..1. */
  readonly f1: number;
  /** Exact, the right number, or, for a gold text, an answer of at most {@link MOST_WORDS} words that holds it. */
  readonly correct: boolean;
  /** It stands somewhere in the answer, however much stands there beside it: what quotes of passages can do. */
  readonly held: boolean;
}

/** Longest answer that may hold a gold text: what is longer holds much by chance. */
export const MOST_WORDS = 100;

export function scoreAnswer(answer: string, expected: ExpectedAnswer): AnswerScore {
  const { answers, allOf, unit, tolerance } = expected;
  const scores = answers.map((gold): AnswerScore => {
    const said = normalizeAnswer(answer);
    const wanted = normalizeAnswer(gold);
    const number = goldNumber(gold, unit);
    const exact = said === wanted && wanted !== '';
    const numeric = number && saysNumber(answer, number, tolerance);
    const stands = ` ${said} `.includes(` ${wanted} `) && wanted !== '';
    const holds = stands && said.split(' ').length <= MOST_WORDS;
    const held = number ? saysNumber(answer, number, tolerance, Infinity) : stands;
    return { exact, numeric, f1: tokenF1(answer, gold), correct: exact || (numeric ?? holds), held };
  });
  const numeric = scores.flatMap((score) => score.numeric ?? []);
  const of = (test: (score: AnswerScore) => boolean): boolean =>
    scores.length > 0 && (allOf ? scores.every(test) : scores.some(test));
  return {
    exact:
      allOf && answers.length > 1
        ? normalizeAnswer(answer) === normalizeAnswer(answers.join(' '))
        : of(({ exact }) => exact),
    numeric: numeric.length === 0 ? null : allOf ? numeric.every(Boolean) : numeric.some(Boolean),
    f1: allOf ? tokenF1(answer, answers.join(' ')) : Math.max(0, ...scores.map(({ f1 }) => f1)),
    correct: of(({ correct }) => correct),
    held: of(({ held }) => held),
  };
}
