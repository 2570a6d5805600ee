import { CLAIM_STATUSES, type Turn } from '@quarry/turn';
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
  return [`${bold('Checked')} ${summary}`, ...lines, ''];
}
