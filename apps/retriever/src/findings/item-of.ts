import { tellingWords, titleWords } from '@quarry/retrieval';
import type { DraftFinding } from '@quarry/turn';

/** What a value was found for: of several items the one whose words it shares most, else the first. */
export function itemOf({ label, context = '' }: DraftFinding, items: readonly string[]): string {
  const own = new Set(titleWords(`${label} ${context}`));
  const scored = items.map((item) => ({
    item,
    shared: tellingWords(titleWords(item)).filter((word) => own.has(word)).length,
  }));
  return scored.toSorted((a, b) => b.shared - a.shared)[0]?.item ?? '';
}
