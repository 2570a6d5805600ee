import { trimEndOf } from '@quarry/turn';
import { pronounIn, questionOf, type StructuralQuestion } from './question';

/** A part of a question, and what it asks of the code graph; null for one that asks for something else. */
export interface QuestionPart {
  readonly text: string;
  readonly asks: StructuralQuestion | null;
}

const BEGINS =
  '(?:(?:in|at|on|from|with|by|for|to|under|after|before) )?(?:who|whom|what|which|where|when|why|how|does|do|did|is|are|can|could|should|will|list|show|find|give|explain|describe)';
/** Where another question begins: `…, and who calls it?`, `…? Which tests cover it?`. */
const NEXT = new RegExp(
  `(?:[?;.]\\s+(?:and\\s+|also\\s+)*|(?<!\\s),?\\s+(?:and|but)\\s+(?:also\\s+|then\\s+)?|,\\s+)(?=${BEGINS}\\b)`,
  'i',
);
const MOST_PARTS = 4;
/** Longer questions are texts, not a few questions. */
const MAX_LENGTH = 600;

/**
 * The parts of a question that asks several things, at least one of them of the code graph; empty for any other. "It"
 * in a part stands for the name in the part before.
 * @example
 * partsOf('Who calls `Client.send`, and why does it retry?');
 * // [{ text: 'Who calls `Client.send`', asks: { operation: 'callers', … } }, { text: 'why does Client.send retry', asks: null }]
 */
export function partsOf(question: string): readonly QuestionPart[] {
  const text = trimEndOf(question.trim(), '?!. ');
  if (text.length > MAX_LENGTH) return [];
  const texts = text.split(NEXT).filter((part) => /\S\s+\S/.test(part));
  if (texts.length < 2 || texts.length > MOST_PARTS) return [];
  const parts: QuestionPart[] = [];
  for (const part of texts) {
    const name = parts.findLast(({ asks }) => (asks?.names.length ?? 0) > 0)?.asks?.names[0];
    const meant = name === undefined ? part : withName(part, name);
    parts.push({ text: meant, asks: questionOf(meant) });
  }
  return parts.some(({ asks }) => asks !== null) ? parts : [];
}

/** The part with the name in the place of its pronoun. */
function withName(part: string, name: string): string {
  const pronoun = pronounIn(part);
  if (pronoun !== null) return part.replace(new RegExp(`\\b${pronoun}\\b`), name);
  if (questionOf(part)) return part;
  return part.replace(/\b(?:it|its|this|that)\b(?!\s+\w+ed\b)/i, (word) =>
    /^its$/i.test(word) ? `${name}'s` : name,
  );
}
