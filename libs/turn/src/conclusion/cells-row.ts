import type { Turn } from '../turn/turn';
import { provenCells } from './proven-cells';
import { phrase } from './phrases';
import type { Row } from './rows';

/** An answer without a model that code can prove: table cells, read and checked. */
export function cellsRow(turn: Turn): Row | null {
  const proven = turn.answer?.writtenBy === 'extractive' ? provenCells(turn) : [];
  if (proven.length === 0) return null;
  const named = proven
    .slice(0, 3)
    .map(({ label, page }) => `'${label}'${page === undefined ? '' : ` on page ${page}`}`);
  const what = `${named.join(', ')}${proven.length > 3 ? ` and ${proven.length - 3} more` : ''}`;
  return {
    ...{ outcome: 'answered', reason: phrase('read_from_table', { what }), level: 'medium' },
    disclaimer: phrase('labels_compared'),
  };
}
