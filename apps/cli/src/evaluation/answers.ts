import {
  abstains,
  goldPlaceShare,
  scoreAnswer,
  tracedShare,
  type AnswerQuestion,
  type AnswerScore,
  type CountingModel,
  type GoldQuestion,
  DERIVED_TOLERANCE,
} from '@quarry/evaluation';
import type { Outcome } from '@quarry/turn';
import type { Judge } from './judge';
import type { AskedQuestion } from './run';

/** What one pipeline answered to one question. */
export interface AnswerRow {
  readonly id: string;
  readonly unanswerable: boolean;
  readonly outcome: Outcome;
  /** Why, where it was not answered. */
  readonly reason?: string;
  readonly answer: string;
  readonly gold: readonly string[];
  /** True where it ended with an answer, and not with one that says it is none. */
  readonly completed: boolean;
  readonly abstained: boolean;
  readonly score: AnswerScore;
  /** What a model says of it; null where none was asked. */
  readonly judged: boolean | null;
  readonly passes: number;
  /** Replies of the responder, and the tokens of what it was given and said. */
  readonly turns: number;
  readonly tokens: number;
  readonly ms: number;
  readonly findings: number;
  /** Findings whose value does not stand on the page that they name. */
  readonly marked: number;
  readonly failedSearches: number;
  /** Share of the answer's numbers that are traced to a page; null where it has none. */
  readonly traced: number | null;
  /** Share of the gold pages that it cites; null where the set names none. */
  readonly goldPlaces: number | null;
}

/** Measures answers. `counting` is the responder that was asked. */
export function measuringAnswers(
  counting: CountingModel,
  judge: Judge | null,
): (asked: AskedQuestion<AnswerQuestion>) => Promise<AnswerRow> {
  return async ({ question, turn, ms }) => {
    const { calls, inputTokens, outputTokens } = counting.take();
    const outcome = turn.end?.outcome ?? 'failed';
    const abstained = abstains(turn);
    const ended = outcome === 'answered' || outcome === 'partial';
    const answer = ended ? (turn.answer?.english ?? '') : '';
    const completed = answer !== '' && !abstained;
    const findings = turn.findings ?? [];
    return {
      id: question.id,
      unanswerable: question.unanswerable,
      outcome,
      ...(completed ? {} : { reason: turn.end?.reason ?? '' }),
      answer,
      gold: question.answers,
      completed,
      abstained,
      score: scoreAnswer(answer, question),
      judged: judge && answer !== '' ? await judge(question, answer) : null,
      passes: turn.spent.loops + 1,
      turns: calls,
      tokens: inputTokens + outputTokens,
      ms,
      findings: findings.length,
      marked: findings.filter(({ check }) => check.stands !== 'on_page').length,
      failedSearches: turn.misses.length,
      traced: tracedShare(turn),
      goldPlaces: goldPlaceShare(question.values, turn),
    };
  };
}

/** A question of a retrieval set whose answer it has, as one over documents. */
export function asAnswerQuestion({
  id,
  text,
  gold,
  answers,
  allOf,
  unit,
  unanswerable,
  derivation,
}: GoldQuestion): AnswerQuestion {
  return {
    id,
    text,
    gold,
    answers,
    allOf,
    ...(unit === undefined ? {} : { unit }),
    ...(derivation === undefined ? {} : { tolerance: DERIVED_TOLERANCE }),
    values: [],
    unanswerable,
  };
}
