import { CLAIM_STATUSES, type Claim, type Turn } from '@quarry/turn';
import type { Palette } from './palette';

/**
 * The number of sentences by status, and every sentence that the evidence does not support. Empty without claims, and
 * where every quotation is in its source.
 */
export function claimLines({ claims, answer }: Turn, { bold, dim, red }: Palette): string[] {
  if (!claims || claims.length === 0) return [];
  const doubted = claims.filter(({ status }) => status !== 'supported' && status !== 'inferred');
  const lines = doubted.map(({ status, text, why }) => {
    const sentence = text.replace(/\s+/g, ' ').trim();
    const sign = status === 'unchecked' ? dim('? not checked') : red(`✗ ${status}`);
    return `  ${sign} ${sentence} ${dim(`(${why})`)}`;
  });
  const isQuoted = answer?.writtenBy === 'extractive';
  // That a quotation is in its source says nothing of the answer, unless one is not.
  if (isQuoted && doubted.length === 0) return [];
  const what = isQuoted ? 'quotation' : 'sentence';
  const counts = CLAIM_STATUSES.map((status) => ({
    status,
    count: claims.filter((claim) => claim.status === status).length,
  }));
  const parts = counts.filter(({ count }) => count > 0).map(({ status, count }) => `${count} ${status}`);
  const summary = `${claims.length} ${what}${claims.length === 1 ? '' : 's'}: ${parts.join(', ')}`;
  const [reason, ...others] = new Set(doubted.map(({ why }) => why));
  // Nothing was checked, for one reason: the answer itself lists the sentences.
  const isAll = parts.length === 1 && doubted.length === claims.length;
  if (isAll && doubted[0]?.status === 'unchecked' && others.length === 0 && claims.length > 1)
    return [`${bold('Checked')} ${summary} ${dim(`(${reason})`)}`, ''];
  return [`${bold('Checked')} ${summary}`, ...lines, ''];
}

/** Sentences that the evidence does not support, or contradicts. */
const refuted = (claims: Turn['claims']): readonly Claim[] =>
  (claims ?? []).filter(({ status }) => status === 'contradicted' || status === 'unsupported');

/** A line above an answer with refuted sentences, since a reader begins at the top; empty without any. */
export function warningOf(claims: Turn['claims'], { red }: Palette): string[] {
  const contradicted = refuted(claims).filter(({ status }) => status === 'contradicted').length;
  const unsupported = refuted(claims).length - contradicted;
  const parts = [
    ...(contradicted > 0 ? [`contradicts ${sentences(contradicted)}`] : []),
    ...(unsupported > 0 ? [`does not support ${sentences(unsupported)}`] : []),
  ];
  return parts.length === 0
    ? []
    : [red(`The evidence ${parts.join(' and ')} of this answer, marked with ✗.`), ''];
}

function sentences(count: number): string {
  return `${count} sentence${count === 1 ? '' : 's'}`;
}

/** An answer with a mark before each sentence that is refuted. */
export function marked(text: string, claims: Turn['claims']): string {
  return refuted(claims).reduce((all, claim) => {
    const at = all.indexOf(claim.text);
    return at < 0 ? all : `${all.slice(0, at)}✗ ${all.slice(at)}`;
  }, text);
}
