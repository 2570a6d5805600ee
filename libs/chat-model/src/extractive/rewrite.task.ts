import type { ChatInputs } from '../port';
import { componentsOf } from './analysis.task';
import { termsOf } from './terms';

/** Words that point at something said before, unless it was said in the same question. */
const PRONOUN = /\b(?:it|its|they|them|their|theirs|he|him|his|she|her|hers)\b/i;
const PERSON = /\b(?:he|him|his|she|her|hers)\b/i;
const ABOUT_ALL = /\b(?:repo|repository|project|code|codebase)\b/i;
/** `this` and `that` where they stand for something: not `the state that …`, not `this repository`. */
const POINTER =
  /\b(?:(?:is|are|was|were|does|do|did|has|have|can|could|will|should|of|in|for|about|with|from|to|after|before|by|on|like|than|call|calls|use|uses) (?:this|that|these|those)\b(?! (?:repo|repository|project|code|codebase)\b)|(?:this|that|these|those)(?: ones?)?\W{0,3}$|(?<!\b(?:is|are|was|were) )there\W{0,3}$|(?:the|that|this|which) (?:former|latter|same|one)\b)/i;
/** "It is possible to …" points at nothing. */
const EXPLETIVE = /\b(?:is it|it is|it's) (?:possible|necessary|likely|true|allowed|safe)\b/i;
/** Where another clause begins: what stands before it can be what a pronoun behind it means. */
const CLAUSE = /(?:,|\b(?:and|or|but|when|if|after|before|because|while|until|once|which|that|so)\b)/gi;
/** A question that says only what is other than in the one before. */
const ELLIPSIS =
  /^(?:(?:and|or|but|also|so)\b,? ?)?(?:what about|how about|and for|for|in|on|at|with|without|from|to|by|of|and|or|but)\b ?/i;
const ASKS =
  /^(?:(?:and|or|but|also|so)\b,? ?)?(?:(?:for|in|on|at|with|from|to|by|of) )?(?:what (?!about\b)|who|whom|whose|which|where|when|why|how (?!about\b)|is|are|was|were|does|do|did|can|could|has|have|will|should)\b/i;
/** Questions before this one in which a subject is looked for, the newest first. */
const LOOKED_BACK = 3;

/**
 * The question so that it can be understood without the conversation: one that points at what was said before, or that has no content of its
 * own, gets the subject of the last question that had one. A question with a subject of its own stays as it is: a new topic is never
 * drawn to the old one.
 */
export function rewriteReply(inputs: ChatInputs): string {
  const question = inputs.question.replace(/\s+/g, ' ').trim();
  const before = inputs.history
    .slice(-LOOKED_BACK)
    .toReversed()
    .map((entry) => entry.question);
  const last = before[0];
  if (last === undefined || question === '') return question;
  const asks = ASKS.test(question);
  if (!asks && ELLIPSIS.test(question)) return withOther(last, question.replace(ELLIPSIS, ''));
  const terms = termsOf(question);
  if (terms.length > 0 ? !pointsBack(question) : ABOUT_ALL.test(question)) return question;
  // Without any content of its own, and where a person is meant whom the answer named, more than the name is needed.
  const whole = terms.length === 0 || PERSON.test(question);
  const subject = before.map(whole ? contentOf : subjectOf).find((names) => names.length > 0) ?? [];
  const held = question.toLowerCase();
  const fresh = subject.filter((name) => !held.includes(name.toLowerCase()));
  return fresh.length === 0 ? question : withSubject(question, fresh);
}

/** True for a pronoun whose noun does not stand before it: as a name, or in an earlier clause of the question. */
function pointsBack(question: string): boolean {
  if (POINTER.test(question)) return true;
  const pronoun = EXPLETIVE.test(question) ? null : PRONOUN.exec(question);
  if (!pronoun) return false;
  const before = question.slice(0, pronoun.index);
  if (componentsOf(before).length > 0) return false;
  const clause = [...before.matchAll(CLAUSE)].at(-1)?.index;
  return clause === undefined || termsOf(before.slice(0, clause)).length === 0;
}

/** What a question is about: its names, else its content words. */
function subjectOf(question: string): readonly string[] {
  const names = componentsOf(question);
  return names.length > 0 ? names : contentOf(question);
}

function contentOf(question: string): readonly string[] {
  return termsOf(question).map((term) => term.text);
}

/** `Where is it called?` with one name: in the pronoun's place; else the subject behind it. */
function withSubject(question: string, subject: readonly string[]): string {
  const [only] = subject;
  const pronoun = PRONOUN.exec(question)?.[0].toLowerCase();
  if (subject.length === 1 && only !== undefined && pronoun !== undefined && !PERSON.test(pronoun)) {
    const own = /^(?:its|theirs?)$/.test(pronoun);
    return question.replace(PRONOUN, () => (own ? `${only}'s` : only));
  }
  return `${bare(question)} (${subject.join(' ')})?`;
}

/** `And for refunds?`: the question before, about that; in the place of its name where both have one. */
function withOther(last: string, other: string): string {
  const [name, ...names] = componentsOf(last);
  const [own] = componentsOf(`the ${other}`);
  if (name !== undefined && names.length === 0 && own !== undefined)
    return last.replace(name, () => bare(other));
  return `${bare(last)} (${bare(other)})?`;
}

function bare(text: string): string {
  return text.replace(/[?.!\s]{1,10}$/, '');
}
