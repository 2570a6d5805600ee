/** Texts and characters that one generation keeps. */
const MOST_TEXTS = 8_192;
const MOST_CHARACTERS = 1_000_000;

/**
 * Remembers what a pure function returned for recent texts: the passes of a turn read the same evidence, and each of
 * its tasks reads it again. The older of two generations is forgotten when the newer one is full.
 *
 * @example
 * const wordsOf = recent((text) => text.split(' '));
 * wordsOf('a b') === wordsOf('a b'); // true
 */
export function recent<Result>(read: (text: string) => Result): (text: string) => Result {
  let older = new Map<string, Result>();
  let newer = new Map<string, Result>();
  let characters = 0;
  const keep = (text: string, result: Result): Result => {
    if (newer.size >= MOST_TEXTS || characters > MOST_CHARACTERS) {
      [older, newer] = [newer, new Map<string, Result>()];
      characters = 0;
    }
    newer.set(text, result);
    characters += text.length;
    return result;
  };
  return (text) => {
    const known = newer.get(text);
    if (known !== undefined) return known;
    return keep(text, older.get(text) ?? read(text));
  };
}
