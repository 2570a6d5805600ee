import type { Turn } from '../turn/turn';
import { foundPlace } from './found-place';
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
    reason: `${path}, line ${line}, ${does} it`,
    level: 'medium',
    disclaimer: 'Code has found the name in that line; no language model has judged the passages',
  };
}
