import { tellingWords, titleWords } from '@quarry/retrieval';
import type { DraftFinding } from '@quarry/turn';

/** The item that a value was found for: the one that shares the most words with it, by default the first. */
export function itemOf({ label, context = '' }: DraftFinding, items: readonly string[]): string {
  const own = new Set(titleWords(`${label} ${context}`));
  const scored = items.map((item) => ({
    item,
    shared: tellingWords(titleWords(item)).filter((word) => own.has(word)).length,
  }));
  return scored.toSorted((a, b) => b.shared - a.shared)[0]?.item ?? '';
}
