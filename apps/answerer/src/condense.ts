import { evidenceHead, formatEvidence } from '@quarry/prompting';
import { countTokens, type Evidence, truncateToTokens } from '@quarry/turn';
import { byRelevance } from './context-pack';

/** Identifiers that a condensed context must keep (003 §6.2): each item's number, path, and node key or symbol. */
function identifiersOf(evidence: readonly Evidence[]): string[] {
  return evidence.map(evidenceHead);
}

/** The identifiers that are missing in a condensed text. */
export function lostIdentifiers(text: string, evidence: readonly Evidence[]): string[] {
  return identifiersOf(evidence).filter((head) => !text.includes(head));
}

/** Maximum share of a condensed context for the relations of the graph. */
const RELATIONS_SHARE = 0.25;

/**
 * A condensed text with all identifiers within `limit` tokens. Identifiers that the model lost are listed at the end,
 * followed by whole lines of `relations`. If space is short, text and relations are cut, never the identifiers.
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

/** As many leading lines as fit: half of a node key would be a different key. Empty if fewer than two lines fit. */
function wholeLines(text: string, limit: number): string {
  const lines = text.split('\n');
  while (lines.length > 1 && countTokens(lines.join('\n')) > limit) lines.pop();
  return lines.length > 1 ? lines.join('\n') : '';
}

/** The most valuable evidence that fits unabridged, in the order of its numbers. */
export function selectWithin(evidence: readonly Evidence[], limit: number): readonly Evidence[] {
  const chosen = new Set<number>();
  let tokens = 0;
  for (const item of evidence.toSorted(byRelevance)) {
    const cost = countTokens(formatEvidence(item)) + 2;
    if (tokens + cost > limit) continue;
    chosen.add(item.n);
    tokens += cost;
  }
  return evidence.filter((item) => chosen.has(item.n));
}
