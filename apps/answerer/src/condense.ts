import { countTokens, truncateToTokens } from '@quarry/tokens';
import type { Evidence } from '@quarry/turn';
import { evidenceHead, formatEvidence } from './context-pack';

/** Identifiers that a condensed context must keep (003 §6.2): each item's number, path and node key or symbol. */
function identifiersOf(evidence: readonly Evidence[]): string[] {
  return evidence.map(evidenceHead);
}

/** Identifiers that a condensed text lost. */
export function lostIdentifiers(text: string, evidence: readonly Evidence[]): string[] {
  return identifiersOf(evidence).filter((head) => !text.includes(head));
}

/**
 * A condensed text with every identifier in it and within `limit` tokens: what the model lost is listed at the end; where the
 * identifiers alone leave no room, the text is cut, never they.
 */
export function withIdentifiers(text: string, evidence: readonly Evidence[], limit: number): string {
  for (let room = limit; room > 0; room -= Math.max(8, Math.ceil(limit / 20))) {
    const cut = truncateToTokens(text, room);
    const lost = lostIdentifiers(cut, evidence);
    const whole = lost.length === 0 ? cut : `${cut}\n\nAlso in evidence:\n${lost.join('\n')}`;
    if (countTokens(whole) <= limit) return whole;
  }
  return identifiersOf(evidence).join('\n');
}

/**
 * Which evidence fits as it stands: items are taken by relevance, newer passes first at equal relevance, since later passes
 * brought what was asked for. The chosen ones keep the order of their numbers.
 */
export function selectWithin(evidence: readonly Evidence[], limit: number): readonly Evidence[] {
  const byWorth = evidence.toSorted((a, b) => b.relevance - a.relevance || b.pass - a.pass || a.n - b.n);
  const chosen = new Set<number>();
  let tokens = 0;
  for (const item of byWorth) {
    const cost = countTokens(formatEvidence(item)) + 2;
    if (tokens + cost > limit) continue;
    chosen.add(item.n);
    tokens += cost;
  }
  return evidence.filter((item) => chosen.has(item.n));
}
