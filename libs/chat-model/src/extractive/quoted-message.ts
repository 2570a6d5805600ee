import { isTestPath, quotedTexts, states } from '@quarry/turn';
import { isProse, type Line } from './lines';
import type { ReadItem } from './read-item';

/** Passages besides those in which the message stands: they are seldom about it. */
const OTHERS = 2;

/** Whether a line states what a question quotes, or writes it with values in it. Never without a quotation. */
export function statesQuoted(question: string): (line: string) => boolean {
  const quoted = quotedTexts(question);
  return (line) => quoted.some((one) => states(one, line));
}

/** The first of these lines that states what the question quotes, if the item is code that is no test. */
export function statingLine(
  question: string,
  { evidence }: Pick<ReadItem, 'evidence'>,
  lines: readonly Line[],
): Line | undefined {
  if (isProse(evidence) || isTestPath(evidence.path)) return undefined;
  const isStating = statesQuoted(question);
  return lines.find(({ text }) => isStating(text));
}

/** Where code states what the question quotes, these items, and {@link OTHERS}; otherwise all. */
export function onlyStating(question: string, items: readonly ReadItem[]): readonly ReadItem[] {
  const stating = new Set(items.filter((item) => statingLine(question, item, item.lines)));
  if (stating.size === 0) return items;
  return [...stating, ...items.filter((item) => !stating.has(item)).slice(0, OTHERS)];
}
