import { MONTH_NAMES } from '@quarry/turn';

/** In heights of letters: words of one text are closer. */
const PARTED = 0.4;
const MONTH = `(?:${MONTH_NAMES.join('|')}|(?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\\.?)`;
const ENDS = new RegExp(
  `^(?:${MONTH}(?: \\d{1,2},?(?: (?:19|20)\\d\\d)?)?|\\d{1,2}/\\d{1,2}/\\d{2,4})$`,
  'i',
);
const DATE = new RegExp(`^(?:${MONTH} \\d{1,2}, (?:19|20)\\d\\d|\\d{1,2}/\\d{1,2}/\\d{2,4})$`, 'i');
const BEGINS = new RegExp(`^(?:${MONTH}(?![a-z])|\\d{1,2}/\\d{1,2}/\\d{2,4})`, 'i');

/**
 * Whether a text ends a date and the next one begins another: the heads of two columns that are close to each other
 * (`December 30, 2023` and `December 31, 2022`).
 * @param gap the distance between both, in heights of letters
 */
export function isPartedPeriod(left: string, right: string, gap: number): boolean {
  return gap >= PARTED && ENDS.test(left.trim()) && BEGINS.test(right.trim());
}

/** Whether each of several texts is a date: the heads of columns, however close. */
export function areDates(texts: readonly string[]): boolean {
  return texts.length > 1 && texts.every((text) => DATE.test(text));
}
