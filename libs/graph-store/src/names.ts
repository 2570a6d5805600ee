/** A qualified name as it is compared: `::`, `#` and `/` are dots, characters that end a text for SQLite are gone. */
export function dotted(name: string): string {
  return name.replaceAll('\0', '').replace(/::|[#/]/g, '.');
}

/** A name that is asked for, as it is compared: dotted, without white space and dots around it. */
export function asked(name: string): string {
  return dotted(name)
    .replace(/^[\s.]+/, '')
    .replace(TRAILING, '');
}

/** Matches from the last other character only: a search for `[\s.]+$` takes quadratic time on a long row of dots. */
const TRAILING = /(?<![\s.])[\s.]+$/;

/** Without regard to case. */
export function folded(name: string): string {
  return name.toLowerCase();
}

/** Back to front, so that "ends in" becomes "begins with", which an index can answer. */
export function reversed(name: string): string {
  return [...name].reverse().join('');
}
