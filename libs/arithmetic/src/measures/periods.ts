import { withFullMonths } from '@quarry/turn';

/** A fiscal or calendar period that a text names. */
export interface Periods {
  /** Four digits, in the order of the text, each once. */
  readonly years: readonly string[];
  /** 1 to 4. */
  readonly quarters: readonly number[];
}

const LONGEST = 2_000;
/** `FY2022`, `FY 22`, `FY'22`, `fiscal 2022`, `fiscal year 2022`. */
const FISCAL = /\b(?:fy\s?['’]?\s?|fiscal\s(?:years?\s)?(?:of\s)?['’]?)((?:19|20)\d\d|\d\d)(?!\d)/gi;
/** `2022Q3`, `Q3 2022`, `Q3FY22`, `3Q22`. */
const QUARTER =
  /\b(?:q([1-4])|([1-4])q)(?=[\s'’]?(?:fy|(?:19|20)?\d\d\b)|\b)|(?<=(?<!\d)(?:19|20)\d\d)q([1-4])(?!\d)/gi;
const ORDINAL = /\b(first|second|third|fourth)\s(?:fiscal\s)?quarter\b/gi;
const SHORT = /\b(?:q[1-4]|[1-4]q)\s?['’]?(\d\d)\b/gi;
const YEAR = /(?<![\d.,$])(?:19|20)\d\d(?![\d,]|\.\d)/g;
const ORDINALS = ['first', 'second', 'third', 'fourth'];

/**
 * The years and quarters that a text names, however it writes them. Relative periods (`last year`) are not guessed.
 *
 * @example
 * periodsIn("Revenue in Q2 FY'22 and fiscal 2021"); // { years: ['2022', '2021'], quarters: [2] }
 */
export function periodsIn(text: string): Periods {
  const read = text.slice(0, LONGEST);
  const places = [
    ...[...read.matchAll(FISCAL)].map(({ 1: year = '', index }) => ({ index, year })),
    ...[...read.matchAll(SHORT)].map(({ 1: year = '', index }) => ({ index, year })),
    ...[...read.matchAll(YEAR)].map(({ 0: year, index }) => ({ index, year })),
    ...[...read.matchAll(/(?<!\p{L})((?:19|20)\d\d)(?=q[1-4])/giu)].map(({ 1: year = '', index }) => ({
      index,
      year,
    })),
  ].toSorted((a, b) => a.index - b.index);
  const years = places.map(({ year }) => (year.length === 2 ? `20${year}` : year));
  const quarters = [
    ...[...read.matchAll(QUARTER)].map(([, a, b, c]) => Number(a ?? b ?? c)),
    ...[...read.matchAll(ORDINAL)].map(([, word = '']) => ORDINALS.indexOf(word.toLowerCase()) + 1),
  ];
  return { years: [...new Set(years)], quarters: [...new Set(quarters)] };
}

/**
 * A text with its fiscal years as plain years, and the months of its dates in full: `FY22` and `fiscal year 2022`
 * become `2022`, `Aug-2015` `August 2015`. Reports print the year alone.
 */
export function withPlainYears(text: string): string {
  const short = (year: string): string => (year.length === 2 ? `20${year}` : year);
  return withFullMonths(text).replace(FISCAL, (_all, year: string) => short(year));
}
