import { workingQuestion } from '@quarry/prompting';
import { analyze, documentTerms, queryTerms, termShares, type Passage } from '@quarry/search-index';
import type { Turn } from '@quarry/turn';

/** Share of the subject's words, names counted twice, that a piece must contain. */
const SUBJECT_SHARE = 0.5;
/** Weight of a name among the words of a subject: `Timeout` tells more than `hold`. */
const NAME_WEIGHT = 2;
/** Number of earlier questions that a question can continue. */
const LOOKED_BACK = 3;

/** Words that refer to an earlier question. */
const REFERENCE =
  /\b(?:it|its|they|them|their|theirs|he|him|his|she|her|hers|this|that|these|those|there|former|latter|same)\b/i;
/** A question that starts so continues what was said before. */
const CONTINUES = /^\s*(?:and|or|but|so|also)\b/i;
/** Words that occur in a question about anything. */
const GENERIC =
  /^(?:works?|happens?|us(?:e|es|ed|ing)|means?|class(?:es)?|functions?|methods?|types?|modules?|parts?|things?)$/i;
/** Inside a sentence, a word with a capital letter, an underscore, a dot or a digit is a name. */
const NAME = /^(?=.*[\p{Lu}_.\d])/u;

/** How a question relates to the conversation. */
export interface FollowUp {
  /** Words of the question itself that carry meaning. */
  readonly own: readonly string[];
  /** Words that the conversation adds to it: its subject. Empty if the question is complete in itself. */
  readonly subject: readonly string[];
  /** True if the question refers to its subject by a pronoun, or contains nothing else. */
  readonly refers: boolean;
  /** True if the question shares a word with an earlier one, or is the first. */
  readonly continues: boolean;
}

/**
 * How a question relates to the conversation: by its own words, and by those that `rewrite_question` added from it, or
 * that the question before contains if this one starts with "and".
 *
 * @example
 * // "How does Timeout work?", then "What about its defaults?", understood as "What about Timeout's defaults?"
 * followUpOf(turn); // { own: ['defaults'], subject: ['Timeout'], refers: true, continues: false }
 */
export function followUpOf(turn: Turn): FollowUp {
  const asked = turn.question.english ?? turn.question.original;
  const last = turn.history.recent.at(-1)?.question ?? '';
  const rewritten = turn.question.standalone !== undefined;
  const whole = !rewritten && CONTINUES.test(asked) ? `${last} ${asked}` : workingQuestion(turn);
  const inQuestion = documentTerms(asked);
  const meaningful = new Set(queryTerms(`${whole} ${asked}`));
  const own = wordsOf(asked).filter(
    (word) => !GENERIC.test(word) && analyze(word).some((term) => meaningful.has(term)),
  );
  const subject = wordsOf(whole).filter(
    (word) =>
      !GENERIC.test(word) && analyze(word).some((term) => meaningful.has(term) && !inQuestion.has(term)),
  );
  const before = turn.history.recent.slice(-LOOKED_BACK).flatMap(({ question }) => queryTerms(question));
  return {
    own: [...new Set(own)],
    subject: [...new Set(subject)],
    refers: subject.length > 0 && (REFERENCE.test(asked) || own.length === 0),
    continues: before.length === 0 || before.some((term) => meaningful.has(term)),
  };
}

/** How a request of the turn relates to the conversation: as its question does, in its own words. */
export function relationOfRequest(turn: Turn): FollowUp {
  const relation = followUpOf(turn);
  return {
    ...relation,
    subject: [],
    refers: false,
    continues: relation.continues || relation.subject.length > 0,
  };
}

/**
 * How far each piece is about the words, 0..1: the share of them that it contains, names counted twice. All pieces of a
 * session are about its subject, so the rarity of a word among them says nothing.
 */
export function wordShares(words: readonly string[], pool: readonly Passage[]): readonly number[] {
  const weights = words.map((word) => NAME_WEIGHT ** Number(NAME.test(word)));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return pool.map((piece) => {
    const found = words.reduce((sum, word, at) => sum + (contains(piece, word) ? (weights[at] ?? 0) : 0), 0);
    return total === 0 ? 0 : found / total;
  });
}

/** {@link wordShares} of the words of a subject that any piece contains. */
export function subjectShares(subject: readonly string[], pool: readonly Passage[]): readonly number[] {
  return wordShares(
    subject.filter((word) => pool.some((piece) => contains(piece, word))),
    pool,
  );
}

/** With a single passage as its own pool, the share of terms is that of the parts of the word. */
function contains(piece: Passage, word: string): boolean {
  return (termShares(word, [piece])[0] ?? 0) >= SUBJECT_SHARE;
}

/** True if a piece that contains this share of words is about them. */
export function isAbout(share: number): boolean {
  return share >= SUBJECT_SHARE;
}

/** Words without the possessive's ending. The first letter of a sentence is no sign of a name. */
function wordsOf(text: string): readonly string[] {
  const words = text.replace(/['’]s\b/g, '').match(/[\p{L}\p{N}_]+(?:[.:#/-]+[\p{L}\p{N}_]+)*/gu) ?? [];
  return words.map((word, at) => (at === 0 && /^\p{Lu}\p{Ll}*$/u.test(word) ? word.toLowerCase() : word));
}
