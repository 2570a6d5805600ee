import type { Token } from './tokens';

/**
 * A word that stands on the other side of "than" in the passage: "A is faster than B" does not say that B is faster
 * than A. Undefined if one of them compares nothing so.
 */
export function acrossThan(sentence: readonly Token[], passage: readonly Token[]): Token | undefined {
  const [own, theirs] = [sidesOf(sentence), sidesOf(passage)];
  if (!own || !theirs) return undefined;
  return (
    own.before.find(({ key }) => isOnly(key, theirs.after, theirs.before) && !has(own.after, key)) ??
    own.after.find(({ key }) => isOnly(key, theirs.before, theirs.after) && !has(own.before, key))
  );
}

interface Sides {
  readonly before: readonly Token[];
  readonly after: readonly Token[];
}

function sidesOf(tokens: readonly Token[]): Sides | null {
  const at = tokens.findIndex(({ text }) => text === 'than');
  // "more than 5": an amount, no comparison of two things.
  if (at < 1 || tokens[at + 1]?.kind === 'number') return null;
  const telling = (some: readonly Token[]): readonly Token[] =>
    some.filter(({ kind }) => kind !== 'function');
  return { before: telling(tokens.slice(0, at)), after: telling(tokens.slice(at + 1)) };
}

function isOnly(key: string, here: readonly Token[], there: readonly Token[]): boolean {
  return has(here, key) && !has(there, key);
}

function has(tokens: readonly Token[], key: string): boolean {
  return tokens.some((token) => token.key === key);
}

/**
 * A word that stands before another number or date in the passage: "signed on March 3 and ends on May 5" does not say
 * that it ends on March 3.
 */
export function besideAnother(
  moved: readonly number[],
  sentence: readonly Token[],
  passage: readonly Token[],
): Token | undefined {
  return moved
    .flatMap((at) => sentence[at] ?? [])
    .find((token) => {
      if (token.kind !== 'word') return false;
      const own = nextOf(sentence.indexOf(token), sentence);
      if (!own || (own.kind !== 'number' && own.kind !== 'year')) return false;
      const places = passage.flatMap(({ key }, at) => (key === token.key ? [at] : []));
      const numbers = places.map((at) => nextOf(at, passage));
      return (
        numbers.length > 0 && numbers.every((other) => other?.kind === own.kind && other.key !== own.key)
      );
    });
}

function nextOf(at: number, tokens: readonly Token[]): Token | undefined {
  return tokens.slice(at + 1).find(({ kind }) => kind !== 'function');
}
