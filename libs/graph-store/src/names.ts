/**
 * Normalizes a qualified name for comparison: `::`, `#` and `/` become dots; characters that end a text for SQLite are
 * removed.
 */
export function dotted(name: string): string {
  return name.replaceAll('\0', '').replace(/::|[#/]/g, '.');
}

/** Normalizes a requested name for comparison: dotted, without leading and trailing white space and dots. */
export function normalizedName(name: string): string {
  return dotted(name)
    .replace(/^[\s.]+/, '')
    .replace(TRAILING, '');
}

/** Matches from the last other character only: a search for `[\s.]+$` takes quadratic time on a long row of dots. */
const TRAILING = /(?<![\s.])[\s.]+$/;

/** Ignores case. */
export function folded(name: string): string {
  return name.toLowerCase();
}

/** Reverses the text, so that "ends with" becomes "begins with", which an index supports. */
export function reversed(name: string): string {
  return [...name].reverse().join('');
}
