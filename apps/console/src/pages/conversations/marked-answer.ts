import type { ClaimDto } from '@quarry/client';
import { t } from '../../language/messages';

/** An answer as Markdown in which the sentences carry a mark that the evidence does not support or contradicts. */
export function markedAnswer(text: string, claims: readonly Pick<ClaimDto, 'text' | 'status'>[]): string {
  let done = '';
  let rest = text;
  const elsewhere: string[] = [];
  for (const { text: claim, status } of claims) {
    const mark = markOf(status);
    const at = claim === '' ? -1 : rest.indexOf(claim);
    if (at >= 0) {
      const end = at + claim.length;
      done += mark === null ? rest.slice(0, end) : `${rest.slice(0, at)}${withMark(claim, mark)}`;
      rest = rest.slice(end);
    } else if (mark !== null) elsewhere.push(`- ${claim.replace(/\s+/g, ' ')} ${mark}`);
  }
  return [done + rest, ...(elsewhere.length === 0 ? [] : [elsewhere.join('\n')])].join('\n\n');
}

function markOf(status: ClaimDto['status']): string | null {
  if (status === 'contradicted') return `**[${t('contradicted by the evidence')}]**`;
  return status === 'unsupported' ? `**[${t('not supported by the evidence')}]**` : null;
}

/** A mark at the end of a sentence; in the last cell of a table row; below a text of several lines. */
function withMark(claim: string, mark: string): string {
  const end = claim.trimEnd().length;
  const own = claim.slice(0, end);
  if (/^\s*\|/.test(own) && own.endsWith('|'))
    return `${own.slice(0, -1).trimEnd()} ${mark} |${claim.slice(end)}`;
  return `${own}${own.includes('\n') ? '\n\n' : ' '}${mark}${claim.slice(end)}`;
}
