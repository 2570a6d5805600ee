import { literalsIn } from '../text/string-literals';

/** A text in quotes: a message, as a program prints it. An apostrophe within a word is none. */
const QUOTED =
  /["“„]([^"“”„\n]{8,300})["”“]|`([^`\n]{8,300})`|(?<![\p{L}\p{N}])['‘]((?:[^'‘’\n]|(?<=\p{L})['’](?=\p{L})){8,300})['’](?!\p{L})/gu;
/** Words of such a text, at least: fewer are a name. */
const WORDS = 3;

/**
 * The texts of several words that a question quotes: they may stand in the index word for word.
 * @example
 * quotedTexts('Why do I get "the cart is locked by a worker"?'); // ['the cart is locked by a worker']
 */
export function quotedTexts(question: string): readonly string[] {
  return [...question.matchAll(QUOTED)]
    .map(([, double, code, single]) => double ?? code ?? single ?? '')
    .filter((text) => literalWords(text).length >= WORDS);
}

/** Whether a text states a message: word for word ({@link standsIn}), or as a line of code that {@link writes} it. */
export function states(message: string, text: string): boolean {
  return standsIn(message, text) || text.split('\n').some((line) => writes(message, line));
}

/** Whether the words of one text follow each other in another, whatever stands between them: a line break, a quote. */
function standsIn(text: string, other: string): boolean {
  return ` ${literalWords(other).join(' ')} `.includes(` ${literalWords(text).join(' ')} `);
}

/** The words of a text in small letters, in their order. */
export function literalWords(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Where a value is put into a message: `{}`, `{name}`, `${expression}`, `#{…}`, `%s`, `%-5.2f`, `%(name)s`, `\(…)`. */
const VALUE = /[$#]?\{[^{}\n]{0,80}\}|%(?:\([^()\n]{0,40}\))?[-+#0-9.*]{0,8}[a-zA-Z]|\\\([^()\n]{0,80}\)/;
/** Words of a message that a literal must have: fewer stand in many. */
const WRITTEN = 3;
/** Share (0..1) of the message's words that must be its own; the others are values. */
const OWN = 0.4;

/**
 * Whether a line of code has a string that a message was made of, with values in place of its placeholders.
 * @example
 * writes('The cart is locked by worker 7', 'bail!("The cart is locked by {}", worker)'); // true
 */
export function writes(message: string, line: string): boolean {
  const words = literalWords(message);
  return literalsIn(line).some((literal) => {
    const parts = literal.split(VALUE).map(literalWords);
    const own = parts.flat();
    return (
      parts.length > 1 &&
      own.length >= Math.max(WRITTEN, OWN * words.length) &&
      own.filter((word) => word.length > WRITTEN).length >= 2 &&
      followIn(parts, words)
    );
  });
}

/** Whether the parts stand in the words, each after the one before. */
function followIn(parts: readonly (readonly string[])[], words: readonly string[]): boolean {
  let from = 0;
  return parts.every((part) => {
    const at = words.findIndex(
      (_, index) => index >= from && part.every((word, n) => words[index + n] === word),
    );
    if (part.length > 0) from = at + part.length;
    return part.length === 0 || at >= 0;
  });
}
