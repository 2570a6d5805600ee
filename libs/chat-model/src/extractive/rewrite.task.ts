import type { HistoryEntry } from '@quarry/turn';
import type { ChatInputs } from '../port';
import { componentsOf } from './analysis.task';
import { namesNowhere } from './answer-head';
import { termsOf, wordsOf } from './terms';

/** Words that refer to an earlier question, unless the same question contains their referent. */
const PRONOUN = /\b(?:it|its|they|them|their|theirs|he|him|his|she|her|hers)\b/i;
const PERSON = /\b(?:he|him|his|she|her|hers)\b/i;
const ABOUT_ALL = /\b(?:repo|repository|project|code|codebase)\b/i;
/** `this` and `that` as pronouns: not `the state that …`, not `this repository`. */
const POINTER =
  /\b(?:(?:is|are|was|were|does|do|did|has|have|can|could|will|should|of|in|for|about|with|from|to|after|before|by|on|like|than|call|calls|use|uses) (?:this|that|these|those)\b(?! (?:repo|repository|project|code|codebase)\b)|(?:this|that|these|those)(?: ones?)?\W{0,3}$|(?<!\b(?:is|are|was|were) )there\W{0,3}$|(?:the|that|this|which) (?:former|latter|same|one)\b)/i;
/** "It is possible to …" refers to nothing. */
const EXPLETIVE = /\b(?:is it|it is|it's) (?:possible|necessary|likely|true|allowed|safe)\b/i;
/** Starts of a new clause: a pronoun after it can refer to what precedes it. */
const CLAUSE =
  /(?:,|\b(?:and|or|but|when|if|after|before|because|while|until|once|which|that|so|what|how|where|whether|who)\b)/gi;
const POSSESSIVE = /^(?:its|their|theirs|his|her|hers)$/i;
/** "the file given to it": a pronoun after a participle can mean a name of its own clause. */
const GIVEN = /\b(?:given|passed|sent|added|attached|assigned)(?: \w{1,20})? $/i;
/** A question that states only the difference from the previous one. */
const ELLIPSIS =
  /^(?:(?:and|or|but|also|so)\b,? ?)?(?:what about|how about|and for|for|in|on|at|with|without|from|to|by|of|and|or|but)\b ?/i;
const ASKS =
  /^(?:(?:and|or|but|also|so)\b,? ?)?(?:(?:for|in|on|at|with|from|to|by|of) )?(?:what (?!about\b)|who|whom|whose|which|where|when|why|how (?!about\b)|is|are|was|were|does|do|did|can|could|has|have|will|should)\b/i;
/** Words that a phrase with its own subject has at least: "the command line interface", but not "the defaults". */
const OWN_WORDS = 2;
/** Number of earlier questions in which a subject is searched for, newest first. */
const LOOKED_BACK = 3;
/** Number of earlier questions that are read: each follow-up is understood by those before it. */
const READ_BACK = 12;
/** A question about what has to do with one name: the same can be asked of another name. */
const OF_A_NAME =
  /^(?:(?:and|so|but|also)\b,? ?)?(?:who|whom|what|which|where|does|is|are)\b.*\b(?:calls?|called|callers?|uses?|used|usages?|defined|declared|implements?|implemented|extends?|overrides?|reads?|writes?|written|tests?|tested|covers?|covered|breaks?|depends?|default|affected)\b/i;
/** A question that continues with a property of what was asked about: "And what is the default burst?" */
const OF_THE_SAME =
  /^(?:and|but|so|also)\b,? ?(?:what|which|how|is|are|does)\b.*\b(?:defaults?|maximum|minimum|limits?|values?|formats?|units?|syntax|types?)\b(?!.* of )/i;
/** One word that code can have as a name: "clean", "Jsoup.parse", "clean()". */
const ONE_NAME = /^[\p{L}_$][\w$]*(?:(?:\.|::|#|->)[\w$]+)*(?:\(\))?$/u;

/**
 * Rewrites the question so that it can be understood without the conversation. A question that refers to an earlier
 * one, or has no content of its own, gets the subject of the last question that had one. A question with its own
 * subject stays unchanged: a new topic is never linked to the old one.
 */
export function rewriteReply(inputs: ChatInputs): string {
  // A follow-up of a follow-up has the subject of that one, which it may not name.
  const understood: HistoryEntry[] = [];
  for (const { question, answer } of inputs.history.slice(-READ_BACK))
    understood.push({ question: rewritten({ ...inputs, question, history: understood }), answer });
  return rewritten({ ...inputs, history: understood });
}

function rewritten(inputs: ChatInputs): string {
  const question = inputs.question.replace(/\s+/g, ' ').trim();
  const entries = inputs.history.slice(-LOOKED_BACK).toReversed();
  const [before, answers] = [entries.map((entry) => entry.question), entries.map((entry) => entry.answer)];
  const last = before[0];
  if (last === undefined || question === '') return question;
  const asks = ASKS.test(question);
  if (!asks && ELLIPSIS.test(question)) {
    const rest = question.replace(ELLIPSIS, '');
    if (isOwnSubject(rest, inputs)) return question;
    const known = before.find((asked, at) => !isNowhere(subjectOf(asked), answers[at] ?? ''));
    return PRONOUN.test(rest) ? withItsOwn(known ?? last, rest) : withOther(last, rest);
  }
  const terms = termsOf(question);
  if (terms.length > 0 ? !pointsBack(question) && !isOfTheSame(question) : ABOUT_ALL.test(question))
    return question;
  // A question without content, or about a person whom the answer named, needs more than the name.
  const whole = terms.length === 0 || PERSON.test(question);
  const subjects = before.map(whole ? contentOf : subjectOf);
  // What nothing mentions is not what the conversation is about, unless it has been about nothing else.
  const known = subjects.filter((names, at) => !isNowhere(names, answers[at] ?? ''));
  const subject = [...known, ...subjects].find((names) => names.length > 0) ?? [];
  const lowerCase = question.toLowerCase();
  const fresh = subject.filter((name) => !lowerCase.includes(name.toLowerCase()));
  return fresh.length === 0 ? question : withSubject(question, fresh);
}

/** True if the answer to a question says of one of its names that it occurs nowhere. */
function isNowhere(names: readonly string[], answer: string): boolean {
  return namesNowhere(answer).some((absent) => names.some((name) => name.includes(absent)));
}

/** True for a question about a property that names nothing of its own that has it. */
function isOfTheSame(question: string): boolean {
  return OF_THE_SAME.test(question) && componentsOf(question).length === 0;
}

/**
 * True for a phrase such as "the command line interface" if the conversation has not been about it: none of its words
 * occurs in an earlier question, and most occur in no answer. "The retry count" is an aspect of a question about
 * retries.
 */
function isOwnSubject(phrase: string, { history }: ChatInputs): boolean {
  const words = [...new Set(termsOf(phrase).flatMap(({ parts }) => parts))];
  if (!/^the /i.test(phrase) || words.length < OWN_WORDS) return false;
  const earlier = history.slice(-LOOKED_BACK);
  const asked = new Set(earlier.flatMap(({ question }) => wordsOf(question)));
  if (words.some((word) => asked.has(word))) return false;
  const answered = new Set(earlier.flatMap(({ answer }) => wordsOf(answer)));
  return words.filter((word) => answered.has(word)).length * 2 <= words.length;
}

/**
 * True for a pronoun whose referent does not precede it in an earlier clause of the question. In its own clause, only a
 * possessive can mean a name: in "Which OIDC scopes does it request?", "it" is not OIDC.
 */
function pointsBack(question: string): boolean {
  if (POINTER.test(question)) return true;
  const pronoun = EXPLETIVE.test(question) ? null : PRONOUN.exec(question);
  if (!pronoun) return false;
  const before = question.slice(0, pronoun.index);
  const clause = [...before.matchAll(CLAUSE)].at(-1)?.index ?? 0;
  const earlier = before.slice(0, clause);
  if (termsOf(earlier).length > 0) return false;
  const canMeanName = POSSESSIVE.test(pronoun[0]) || GIVEN.test(before);
  return !canMeanName || componentsOf(before).length === 0;
}

/** The subject of a question: its names, otherwise its content words. */
function subjectOf(question: string): readonly string[] {
  const names = componentsOf(question);
  return names.length > 0 ? names : contentOf(question);
}

function contentOf(question: string): readonly string[] {
  return termsOf(question).map((term) => term.text);
}

/** `Where is it called?` with one name: replaces the pronoun; otherwise appends the subject. */
function withSubject(question: string, subject: readonly string[]): string {
  const [only] = subject;
  const pronoun = PRONOUN.exec(question)?.[0].toLowerCase();
  if (subject.length === 1 && only !== undefined && pronoun !== undefined && !PERSON.test(pronoun)) {
    const own = /^(?:its|theirs?)$/.test(pronoun);
    // "its maxBodySize" of a class is its member of that name.
    const member = own ? question.replace(MEMBER, (_all, name: string) => `${only}.${name}`) : question;
    if (member !== question && ONE_NAME.test(only)) return member;
    return question.replace(PRONOUN, () => (own ? `${only}'s` : only));
  }
  return `${bare(question)} (${subject.join(' ')})?`;
}

/** `And for refunds?`: the previous question, about this subject; it replaces the name if both have one. */
function withOther(last: string, other: string): string {
  const [name, ...names] = componentsOf(last);
  const another = bare(other).replace(/\(\)$/, '');
  if (name !== undefined && names.length === 0 && ONE_NAME.test(another) && OF_A_NAME.test(last))
    return last.replace(name, () => another);
  const [own] = componentsOf(`the ${other}`);
  if (name !== undefined && names.length === 0 && own !== undefined)
    return last.replace(name, () => bare(other));
  return `${bare(last)} (${bare(other)})?`;
}

/** What code has to do with a name: `its callers` is a question of its own. */
const OF_IT =
  /^(?:its|their) (tests?|callers?|callees?|usages?|uses|references|implementations?|subclasses|overrides|dependents|supertypes?|base class(?:es)?)$/i;

/** `And its tests?`: the tests of what the previous question was about. */
function withItsOwn(last: string, other: string): string {
  const [name, ...names] = componentsOf(last);
  const [, relation] = OF_IT.exec(bare(other)) ?? [];
  return name !== undefined && names.length === 0 && relation !== undefined
    ? `${relation} of ${name}?`
    : withOther(last, other);
}

/** `its maxBodySize`, `its close()`: a name that only code has, or one with brackets. */
const MEMBER = /\b(?:[Ii]ts|[Tt]heir) ([\p{Ll}_$]{1,60}(?:[\p{Lu}_]\w{0,60}|\(\)))(?![\w'])/u;

function bare(text: string): string {
  return text.replace(/[?.!\s]{1,10}$/, '');
}
