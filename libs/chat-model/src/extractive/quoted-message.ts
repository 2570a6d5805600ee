import { quotedTexts, states } from '@quarry/turn';
import type { ReadItem } from './read-item';

/** Passages besides those in which the message stands: they are seldom about it. */
const OTHERS = 2;

/** Whether a text states what a question quotes, or writes it with values in it. Never without a quotation. */
export function statesQuoted(question: string): (text: string) => boolean {
  const quoted = quotedTexts(question);
  return (text) => quoted.some((one) => states(one, text));
}

/** Where code states what the question quotes, these items, and {@link OTHERS}; otherwise all. */
export function onlyStating(items: readonly ReadItem[]): readonly ReadItem[] {
  const stating = items.filter((item) => item.stating.length > 0);
  if (stating.length === 0) return items;
  return [...stating, ...items.filter((item) => !stating.includes(item)).slice(0, OTHERS)];
}
