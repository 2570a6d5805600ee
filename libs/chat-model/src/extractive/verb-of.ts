import type { IndexCoverage } from '@quarry/turn';

/** Other words that occur, at least: with one, the verb is half of the question. */
const OTHER_WORDS = 2;
const ROUNDING = 0.01;

/**
 * Whether the verb of a question is all that occurs nowhere, and the nearest passages contain the rest together: the
 * asker seldom knows which verb the code uses.
 */
export function lacksVerbOnly(question: string, { absent, terms, together }: IndexCoverage): boolean {
  const [word = '', ...others] = absent;
  const rest = terms - 1;
  return (
    others.length === 0 &&
    rest >= OTHER_WORDS &&
    together >= rest / terms - ROUNDING &&
    isVerbOf(word, question)
  );
}

const FINITE: ReadonlySet<string> = new Set('do does did can could will would should'.split(' '));
const PASSIVE: ReadonlySet<string> = new Set('is are was were get gets be been being'.split(' '));
const DETERMINERS: ReadonlySet<string> = new Set(
  'a an the its their his her my your our this that these those every each any all some'.split(' '),
);

/**
 * Whether a word is the verb of a question with `how`, by what stands around it.
 *
 * @example
 * isVerbOf('choose', 'How does the server choose a protocol?'); // true
 * isVerbOf('answered', 'How is a ping answered?');              // true
 * isVerbOf('websockets', 'How does it proxy websockets?');      // false
 */
export function isVerbOf(word: string, question: string): boolean {
  const [first, ...tokens] = question.toLowerCase().match(/[\p{L}\p{N}_'’-]+/gu) ?? [];
  const at = tokens.indexOf(word.toLowerCase());
  if (first !== 'how' || at < 0) return false;
  const before = tokens.slice(0, at);
  // After an article stands a noun.
  if (DETERMINERS.has(before.at(-1) ?? '')) return false;
  if (before.some((token) => FINITE.has(token))) return DETERMINERS.has(tokens[at + 1] ?? '');
  return /ed$/i.test(word) && before.some((token) => PASSIVE.has(token));
}
