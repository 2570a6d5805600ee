import type { ReadItem } from './read-item';

/** A file that declares the types of another one, and that other one, by what follows the name that they share. */
const DECLARES = /\.d\.[cm]?ts$|\.pyi$|\.rbi$/;
const ENDING = /(?:\.d)?\.[a-z]+$/;

/**
 * The items without declarations of a file of types where the item that they declare is among them: `Options.retry` of
 * `options.d.ts` says what `options.js` says above the code.
 */
export function withoutTwins(items: readonly ReadItem[]): readonly ReadItem[] {
  const implemented = new Set(
    items.filter(({ evidence }) => !DECLARES.test(evidence.path)).flatMap((item) => nameOf(item) ?? []),
  );
  return items.filter((item) => {
    const name = DECLARES.test(item.evidence.path) ? nameOf(item) : undefined;
    return name === undefined || !implemented.has(name);
  });
}

/** The file without its ending, and the name in it; undefined for what has no name. */
function nameOf({ evidence: { path, symbol } }: ReadItem): string | undefined {
  return symbol === undefined ? undefined : `${path.replace(ENDING, '')} ${symbol}`;
}
