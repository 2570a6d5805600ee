import { checkCitations, type Answer, type Evidence } from '@quarry/turn';
import { inert } from './inert';

/**
 * An answer whose every mark points at evidence, and that is inert: where a mark is gone, what stood around it may have become a link or a tag.
 */
export function checkedAnswer(draft: Answer, evidence: readonly Evidence[]): Answer {
  const checked = checkCitations(draft, evidence);
  const text = inert(checked.english);
  return { ...checked, english: text, text };
}
