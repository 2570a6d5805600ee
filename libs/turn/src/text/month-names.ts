/** English names of the months in lower case, in their order. */
export const MONTH_NAMES: readonly string[] =
  'january february march april may june july august september october november december'.split(' ');

const SHORT = MONTH_NAMES.map((name) => (name === 'september' ? 'sept?' : name.slice(0, 3)));
/** An abbreviated month before its year: `Aug-2015`, `Aug. 31, 2015`, `31-Aug-2015`. */
const ABBREVIATED = new RegExp(
  `(?<!\\p{L})(?:${SHORT.join('|')})(?=[.\\s-]{1,2}(?:\\d{1,2},?\\s)?(?:19|20)\\d\\d(?!\\d))\\.?[\\s-]`,
  'giu',
);
/** A month before its year, in full or abbreviated. */
const DATED = new RegExp(
  `(?<!\\p{L})(${MONTH_NAMES.join('|')}|${SHORT.join('|')})[.\\s-]{1,2}(?=(?:\\d{1,2},?\\s)?(?:19|20)\\d\\d(?!\\d))`,
  'giu',
);

/**
 * A text with the months of its dates in full.
 *
 * @example
 * withFullMonths('Aug-2015'); // 'August 2015'
 */
export function withFullMonths(text: string): string {
  return text.replace(ABBREVIATED, (short) => {
    const name = fullName(short);
    const isCapital = /^\p{Lu}/u.test(short);
    return `${isCapital ? name.charAt(0).toUpperCase() + name.slice(1) : name} `;
  });
}

/**
 * The months of the dates in a text as it does not write them: abbreviated, or in full.
 *
 * @example
 * otherMonths('passengers in August 2015'); // ['aug']
 */
export function otherMonths(text: string): readonly string[] {
  return [...text.matchAll(DATED)].flatMap(([, month = '']) => {
    const name = fullName(month);
    return name === month.toLowerCase() ? (name.length > 3 ? [name.slice(0, 3)] : []) : [name];
  });
}

function fullName(month: string): string {
  const short = month.slice(0, 3).toLowerCase();
  return MONTH_NAMES.find((name) => name.startsWith(short)) ?? month;
}
