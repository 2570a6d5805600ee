import type { Turn } from '@quarry/turn';
import type { Journey } from './journey';
import type { GoldQuestion } from './questions';

/** Number of places that answer a question and are within the lines of its answer's citations. */
export function scoreOf({ gold }: GoldQuestion, turn: Turn, journey: Pick<Journey, 'lines'>): number {
  return gold.filter(({ path, holds }) =>
    turn.answer?.citations.some(
      (citation) =>
        citation.path === path && journey.lines(path, citation.startLine, citation.endLine).includes(holds),
    ),
  ).length;
}
