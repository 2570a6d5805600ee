import { checkCitations, type Answer, type Evidence } from '@quarry/turn';
import { inert } from './inert';

/**
 * An answer whose citations all point at evidence, and whose text is inert: removing a citation may have turned the
 * surrounding text into a link or a tag.
 */
export function checkedAnswer(draft: Answer, evidence: readonly Evidence[]): Answer {
  const checked = checkCitations(draft, evidence);
  const text = inert(checked.english);
  return { ...checked, english: text, text };
}
