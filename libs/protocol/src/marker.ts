/** A marker at the start of a line. */
export interface Marker {
  /** Canonical name: lower case, words joined by one space (`requesting data on`, `semantic rerank`). */
  readonly name: string;
  /** Emphasis directly before the bracket (`**`), which may be closed after the marker or at the end of the reply. */
  readonly wrap: string;
  /** Length of decoration and marker within the line. */
  readonly length: number;
}

/**
 * Maximum length of a marker with its decoration, so that a growing line is decided early. Limits all repetitions
 * below.
 */
export const MAX_MARKER_LENGTH = 80;

const MARKER =
  /^[#> ]{0,12}([*_`]{0,3}) {0,3}\\?\[ {0,3}([a-z0-9]{1,20}(?:[ _\\-]{1,3}[a-z0-9]{1,20}){0,2}) {0,3}: {0,3}\\?\]/i;

/**
 * The marker at the start of a folded line, with any name; null if there is none. Headings, quote signs and emphasis
 * before it are decoration. Words are compared case-insensitively, and `_`, `-` and spaces between them are equal.
 */
export function markerAt(line: string): Marker | null {
  const found = MARKER.exec(line.slice(0, MAX_MARKER_LENGTH));
  if (!found) return null;
  const [whole, wrap = '', words = ''] = found;
  return { name: words.toLowerCase().replace(/[ _\\-]+/g, ' '), wrap, length: whole.length };
}
