import type { CitationState, TurnStaleness } from '@quarry/application/revisions';
import type { Palette } from './palette';
import { printable } from './printable';

/** An answered turn, and the state of the lines that it cites. */
export interface StaleTurn extends TurnStaleness {
  readonly id: string;
  readonly question: string;
}

/** Each answer with the citations that are not fresh, and where their lines are now. */
export function renderStale(turns: readonly StaleTurn[], palette: Palette): string {
  const { bold, yellow, red } = palette;
  return printable(turns)
    .map(({ id, question, state, citations }) => {
      const colour = state === 'gone' ? red : yellow;
      const lines = citations
        .filter((each) => each.state !== 'fresh')
        .map((each) => citationLine(each, palette));
      return `${colour((state ?? '').padEnd(7))}  ${bold(id)}  ${question.replace(/\s+/g, ' ')}\n${lines.join('')}`;
    })
    .join('');
}

function citationLine(
  { n, repository, path, startLine, endLine, state, place, diff }: CitationState,
  { dim }: Palette,
): string {
  const was = `${repository === null ? '' : `${repository}/`}${path}:${startLine}-${endLine}`;
  const now = place
    ? `${place.path === path ? '' : `${place.path}:`}${place.startLine}-${place.endLine}`
    : 'nowhere';
  const count = (kind: 'added' | 'removed') => diff.filter((line) => line.kind === kind).length;
  const size = state === 'changed' ? dim(`  -${count('removed')} +${count('added')} lines`) : '';
  return `         [${n}] ${was} ${state === 'gone' ? 'is gone' : `→ ${now}`}${size}\n`;
}
