import { readBefore } from './before';
import { readBehind } from './behind';
import { isDatePart } from './dates';
import type { NumberInText } from './number-in-text';

/** Digits, in groups of three separated by commas or in one run, and decimals. */
const DIGITS = /\d{1,3}(?:,\d{3}){1,12}(?!\d)(?:\.\d{1,40})?|\d{1,40}(?:\.\d{1,40})?/g;
/** `1.` and `2)` at the start of a line number a list. */
const LIST = /(?:^|\n)[ \t]{0,20}\(?$/;

/**
 * The numbers of a text, in order. Excludes digits in names (`A4`, `Q2`, `10-K`, `FY2022`, `3M`), versions, times,
 * ordinals, list item numbers and labels (`Note 3`, `page 35`). `(1,234)` is negative, as in accounting, if the
 * parentheses contain nothing else. Takes linear time.
 *
 * @example
 * numbersIn('Revenue fell 12% to $5.3 billion in 2022.').map(({ text }) => text); // ['12%', '$5.3 billion', '2022']
 */
export function numbersIn(text: string): readonly NumberInText[] {
  const found: NumberInText[] = [];
  for (const { 0: digits, index } of text.matchAll(DIGITS)) {
    const number = numberAt(text, index, index + digits.length);
    if (number) found.push(number);
  }
  return found;
}

/** The number that is the whole text; undefined for any other text. */
export function wholeNumber(text: string): NumberInText | null {
  const trimmed = text.trim();
  if (trimmed.length > 100) return null;
  const [number, ...others] = numbersIn(trimmed);
  return number?.text === trimmed && others.length === 0 ? number : null;
}

function numberAt(text: string, first: number, behind: number): NumberInText | null {
  // Part of a run of digits that is too long for a number, or of a list of digits that are not thousands.
  if (/\d/.test(text.charAt(first - 1)) || /\d/.test(text.charAt(behind))) return null;
  const digits = text.slice(first, behind);
  const point = isLeadingPoint(text, first) && !digits.includes('.') && !digits.includes(',');
  const from = point ? first - 1 : first;
  const before = readBefore(text, from);
  if (!before || (before.currency === undefined && isListNumber(text, before.start, behind))) return null;
  const marked = before.currency !== undefined || /[.,]/.test(digits);
  const after = readBehind(text, behind, { parenthesis: before.parenthesis, marked });
  if (!after) return null;
  const currency = before.currency ?? after.currency;
  const bare = currency === undefined && !after.percent && after.scale === 0 && !before.negative && !point;
  const year = bare && isDatePart(text, first, behind);
  const accounting = before.parenthesis && after.closed && !year;
  // Parentheses around more than the number do not belong to it.
  const start = before.parenthesis && !accounting ? startWithin(text, before.start, from) : before.start;
  const end = after.closed && !accounting ? behind : after.end;
  const plain = `${point ? '0.' : ''}${digits.replaceAll(',', '')}`;
  const sign = before.negative || accounting ? '-' : '';
  return {
    text: text.slice(start, end),
    start,
    end,
    value: `${sign}${canonical(plain)}`,
    decimals: plain.split('.')[1]?.length ?? 0,
    kind: year ? 'year' : after.percent ? 'percent' : 'number',
    scale: after.scale,
    ...(currency === undefined ? {} : { currency }),
  };
}

/** Without leading zeros: `007` is 7. Trailing zeros stay, because they show the precision. */
function canonical(plain: string): string {
  return plain.replace(/^0{1,40}(?=\d)/, '');
}

/** `.5`, but not the end of an ellipsis. */
function isLeadingPoint(text: string, first: number): boolean {
  return text.charAt(first - 1) === '.' && !/[\p{L}\p{N}_.)]/u.test(text.charAt(first - 2));
}

function isListNumber(text: string, start: number, behind: number): boolean {
  if (!/^[.)][ \t]{1,4}[\p{L}*_`"“]/u.test(text.slice(behind, behind + 8)) || behind - start > 4)
    return false;
  return LIST.test(text.slice(Math.max(0, start - 22), start));
}

/** Numbers in parentheses. */
function startWithin(text: string, start: number, digits: number): number {
  const parenthesis = text.indexOf('(', start);
  return parenthesis >= 0 && parenthesis < digits ? parenthesis + 1 : start;
}
