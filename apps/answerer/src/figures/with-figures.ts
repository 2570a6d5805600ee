import { citationMarks, type Answer, type Turn } from '@quarry/turn';
import { answerNumbers } from './answer-numbers';
import { FigureSources } from './sources';

/** Most numbers of an answer that are traced; those behind them are left out. */
const MAX_FIGURES = 500;

/**
 * The answer with where each of its numbers comes from (001, "Provenance"). Only where it is made of findings, or cites documents that have
 * pages: numbers of code are not traced.
 */
export function withFigures(answer: Answer, turn: Turn): Answer {
  const findings = (turn.findings ?? []).length + (turn.calculations ?? []).length;
  if (findings === 0 && !answer.citations.some(({ pages = [] }) => pages.length > 0)) return answer;
  const sources = new FigureSources(turn, citationMarks(answer.english));
  const figures = answerNumbers(answer.english)
    .slice(0, MAX_FIGURES)
    .flatMap((number) => sources.figureOf(number) ?? []);
  return { ...answer, figures };
}
