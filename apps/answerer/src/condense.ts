import { evidenceHead, formatEvidence } from '@quarry/prompting';
import { countTokens, truncateToTokens } from '@quarry/tokens';
import type { Evidence } from '@quarry/turn';
import { byWorth } from './context-pack';

/** Identifiers that a condensed context must keep (003 §6.2): each item's number, path and node key or symbol. */
function identifiersOf(evidence: readonly Evidence[]): string[] {
  return evidence.map(evidenceHead);
}

/** Identifiers that a condensed text lost. */
export function lostIdentifiers(text: string, evidence: readonly Evidence[]): string[] {
  return identifiersOf(evidence).filter((head) => !text.includes(head));
}

/** Share of the limit that the relations of the graph may take in a condensed context. */
const RELATIONS_SHARE = 0.25;

/**
 * A condensed text with every identifier in it and within `limit` tokens: what the model lost is listed at the end, then whole
 * lines of `relations`; where the identifiers alone leave no room, text and relations are cut, never they.
 */
export function withIdentifiers(
  text: string,
  relations: string,
  evidence: readonly Evidence[],
  limit: number,
): string {
  const tail = wholeLines(relations, Math.floor(limit * RELATIONS_SHARE));
  for (let room = limit; room > 0; room -= Math.max(8, Math.ceil(limit / 20))) {
    const cut = truncateToTokens(text, room);
    const lost = lostIdentifiers(cut, evidence);
    const listed = lost.length === 0 ? '' : `Also in evidence:\n${lost.join('\n')}`;
    const whole = [cut, listed, tail].filter((part) => part !== '').join('\n\n');
    if (countTokens(whole) <= limit) return whole;
  }
  return identifiersOf(evidence).join('\n');
}

/** As many lines from the start as fit: half of a node key would be another one. Empty where not even two do. */
function wholeLines(text: string, limit: number): string {
  const lines = text.split('\n');
  while (lines.length > 1 && countTokens(lines.join('\n')) > limit) lines.pop();
  return lines.length > 1 ? lines.join('\n') : '';
}

/**
 * Which evidence fits as it stands: items are taken by their worth. The chosen ones keep the order of their numbers.
 */
export function selectWithin(evidence: readonly Evidence[], limit: number): readonly Evidence[] {
  const chosen = new Set<number>();
  let tokens = 0;
  for (const item of evidence.toSorted(byWorth)) {
    const cost = countTokens(formatEvidence(item)) + 2;
    if (tokens + cost > limit) continue;
    chosen.add(item.n);
    tokens += cost;
  }
  return evidence.filter((item) => chosen.has(item.n));
}
