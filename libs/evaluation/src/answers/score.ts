import type { ExpectedAnswer } from './expected';
import { normalizeAnswer, tokenF1 } from './normalize';
import { goldNumber, saysNumber } from './numeric';

/** In which respects an answer is correct. */
export interface AnswerScore {
  /** It equals the gold answer after normalization. */
  readonly exact: boolean;
  /** Its number is correct; null if the gold answer is not a number. */
  readonly numeric: boolean | null;
  /** F1 of the words that it shares with the gold answer, 0..1. */
  readonly f1: number;
  /**
   * It is exact, has the right number, or, for a gold text, is an answer of at most {@link MOST_WORDS} words that
   * contains it.
   */
  readonly correct: boolean;
  /** The answer contains the gold answer, at any length: this is what quoted passages can achieve. */
  readonly held: boolean;
}

/** Longest answer that may contain a gold text. A longer answer contains much by chance. */
const MOST_WORDS = 100;

export function scoreAnswer(answer: string, expected: ExpectedAnswer): AnswerScore {
  const { answers, allOf, unit, tolerance } = expected;
  const scores = answers.map((gold): AnswerScore => {
    const normalized = normalizeAnswer(answer);
    const normalizedGold = normalizeAnswer(gold);
    const number = goldNumber(gold, unit);
    const exact = normalized === normalizedGold && normalizedGold !== '';
    const numeric = number && saysNumber(answer, number, tolerance);
    const contained = ` ${normalized} `.includes(` ${normalizedGold} `) && normalizedGold !== '';
    const holds = contained && normalized.split(' ').length <= MOST_WORDS;
    const held = number ? saysNumber(answer, number, tolerance, Infinity) : contained;
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
