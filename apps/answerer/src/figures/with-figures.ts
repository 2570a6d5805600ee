import { citationMarks, type Answer, type Turn } from '@quarry/turn';
import { answerNumbers } from './answer-numbers';
import { FigureSources } from './sources';

/** Maximum numbers to trace per answer; {@link beyondTraced} counts the others. */
const MAX_FIGURES = 500;

/**
 * Adds the source of each number to an answer (001, "Provenance"), if it uses findings or cites documents with pages.
 * Numbers in answers about code are not traced.
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

/** How many numbers of an answer are not traced because there are too many. */
export function beyondTraced({ english, figures }: Answer): number {
  return figures ? Math.max(0, answerNumbers(english).length - MAX_FIGURES) : 0;
}
