/** A text in quotes: a message, as a program prints it. */
const QUOTED = /["“]([^"“”\n]{8,300})["”]|`([^`\n]{8,300})`/g;
/** Words of such a text, at least: fewer are a name. */
const WORDS = 3;

/**
 * The texts of several words that a question quotes: they may stand in the index word for word.
 * @example
 * quotedTexts('Why do I get "the cart is locked by a worker"?'); // ['the cart is locked by a worker']
 */
export function quotedTexts(question: string): readonly string[] {
  return [...question.matchAll(QUOTED)]
    .map(([, one, other]) => one ?? other ?? '')
    .filter((text) => literalWords(text).length >= WORDS);
}

/** Whether the words of one text follow each other in another, whatever stands between them: a line break, a quote. */
export function standsIn(text: string, other: string): boolean {
  return ` ${literalWords(other).join(' ')} `.includes(` ${literalWords(text).join(' ')} `);
}

/** The words of a text in small letters, in their order. */
export function literalWords(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
