import type { ChatInputs } from '../port';
import { componentsOf } from './analysis.task';
import { termsOf } from './terms';

/** "Which ones are there?" asks whether something exists; it points at nothing said before. */
const ANAPHORA =
  /\b(?:it|its|that|this|those|these|they|them|their|(?<!\b(?:is|are|was|were) )there(?! (?:is|are|was|were)\b)|he|she|him|his|her|one|ones|former|latter|same)\b/i;
const ELLIPSIS = /^(?:and|or|but|also|what about|how about|why|how so|how come)\b/i;
/** "For a credit note?" lacks its question; "In which file …?" does not. */
const PREPOSITION = /^(?:for|in|on|at|with|without|from|to|by|of)\b(?! (?:which|what|whom|whose)\b)/i;

/** The question with the subject of the one before, where it cannot be understood without; else as it is. */
export function rewriteReply(inputs: ChatInputs): string {
  const question = inputs.question.replace(/\s+/g, ' ').trim();
  const before = inputs.history.at(-1)?.question;
  if (before === undefined || componentsOf(question).length > 0) return question;
  const terms = termsOf(question);
  const bare = terms.length === 0 || (terms.length <= 2 && PREPOSITION.test(question));
  if (!ANAPHORA.test(question) && !ELLIPSIS.test(question) && !bare) return question;
  const names = componentsOf(before);
  const subject = names.length > 0 ? names : termsOf(before).map((term) => term.text);
  const fresh = subject.filter((name) => !question.toLowerCase().includes(name.toLowerCase()));
  return fresh.length === 0 ? question : `${question.replace(/[?.!\s]{1,10}$/, '')} (${fresh.join(', ')})?`;
}
