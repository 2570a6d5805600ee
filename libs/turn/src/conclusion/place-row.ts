import type { Turn } from '../turn/turn';
import { foundPlace } from './found-place';
import { phrase } from './phrases';
import type { Row } from './rows';

/** An answer without a model whose first passage defines or sets what the question asks about. */
export function placeRow(turn: Turn): Row | null {
  const place = turn.answer?.writtenBy === 'extractive' ? foundPlace(turn) : null;
  if (!place) return null;
  const { subject, does, path, line } = place;
  const what = does === 'defines' ? 'definition' : 'value';
  return {
    outcome: 'answered',
    headline: `The ${what} of ${subject}`,
    reason: phrase(does === 'defines' ? 'defines_it' : 'sets_it', { path, line: String(line) }),
    level: 'medium',
    disclaimer: phrase('name_found'),
  };
}
