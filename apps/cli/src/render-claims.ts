import { CLAIM_STATUSES, type Turn } from '@quarry/turn';
import type { Palette } from './palette';

/** How much of the answer the evidence holds, and every sentence that it does not. Nothing where nothing was claimed or checked. */
export function claimLines({ claims, answer }: Turn, { bold, dim, red }: Palette): string[] {
  if (!claims || claims.length === 0) return [];
  const refused = claims.filter(({ status }) => status === 'unsupported' || status === 'contradicted');
  const lines = refused.map(({ status, text, why }) => {
    const sentence = text.replace(/\s+/g, ' ').trim();
    return `  ${red(`✗ ${status}`)} ${sentence} ${dim(`(${why})`)}`;
  });
  const what = answer?.writtenBy === 'extractive' ? 'quotation' : 'sentence';
  const counts = CLAIM_STATUSES.map((status) => ({
    status,
    count: claims.filter((claim) => claim.status === status).length,
  }));
  const told = counts.filter(({ count }) => count > 0).map(({ status, count }) => `${count} ${status}`);
  const summary = `${claims.length} ${what}${claims.length === 1 ? '' : 's'}: ${told.join(', ')}`;
  return [`${bold('Checked')} ${summary}`, ...lines, ''];
}
