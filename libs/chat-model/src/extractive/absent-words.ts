import type { ChatInputs } from '../port';
import { isFunctionWord, termsOf, wordsOf } from './terms';
import { isOfTheAsker } from './words-of-the-asker';

/** A question that is answered with yes or no: what it names is what it is about. */
const YES_OR_NO =
  /^\W*(?:(?:and|but|so|ok|hi|hello)\W+)*(?:does|do|did|is|are|was|were|has|have|had|can|could|will|would|should|may)(?:n['’]t)?\s/i;
/** Shorter words are particles, or parts of a name. */
const SHORTEST = 3;
const MOST = 3;

/**
 * The words of a yes-or-no question that no chunk of the index contains, apart from its names, in its spelling: “async”
 * in "Does the client support async commands?". A word that a passage contains within another one is not absent.
 */
export function absentWords({ question, coverage, evidence }: ChatInputs): readonly string[] {
  if (!coverage || !YES_OR_NO.test(question)) return [];
  const named = (coverage.names ?? []).map(({ name }) => name.toLowerCase());
  const texts = evidence.map(({ text }) => text.toLowerCase());
  return coverage.absent
    .filter((word) => {
      const lower = word.toLowerCase();
      return (
        word.length >= SHORTEST &&
        !isFunctionWord(word) &&
        !isOfTheAsker(word) &&
        !named.some((name) => name.includes(lower)) &&
        !texts.some((text) => text.includes(lower))
      );
    })
    .slice(0, MOST);
}

/**
 * Whether a yes-or-no question asks for nothing but words that occur nowhere, apart from the names of what it is asked
 * about: "Does Jinja support websockets?".
 */
export function asksForAbsentOnly(inputs: ChatInputs): boolean {
  const words = absentWords(inputs);
  if (words.length === 0) return false;
  const absent = new Set([...words, ...acronymsBefore(words, inputs.question)].flatMap(wordsOf));
  const products = (inputs.coverage?.names ?? []).filter(({ occurs, kind }) => occurs && kind === 'word');
  const named = new Set(products.flatMap(({ name }) => wordsOf(name)));
  return termsOf(inputs.question).every(({ parts }) =>
    parts.every((part) => absent.has(part) || named.has(part) || isOfTheAsker(part)),
  );
}

/** The acronyms that name the kind of an absent thing: the “HTTP” of “HTTP proxies”. */
function acronymsBefore(words: readonly string[], question: string): readonly string[] {
  const tokens = question.match(/[\p{L}\p{N}]+/gu) ?? [];
  return tokens.filter((token, at) => ACRONYM.test(token) && words.includes(tokens[at + 1] ?? ''));
}

const ACRONYM = /^\p{Lu}[\p{Lu}\p{N}]+$/u;
