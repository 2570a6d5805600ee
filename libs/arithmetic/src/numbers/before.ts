import { currencyAtEnd } from './currency';

/** The text before the digits of a number, which is part of it or shows that the digits are not a number. */
export interface Before {
  readonly start: number;
  readonly negative: boolean;
  /** True if a parenthesis opens directly before the number. */
  readonly parenthesis: boolean;
  readonly currency?: string;
}

/** Maximum number of characters before a number that are read. */
const LOOK = 24;
const MINUS = /[-−–]/;
const WORD = /[\p{L}\p{N}_]/u;
/** `Note 3`, `page 35`, `No. 7`, `read by OCR, confidence 0.93`: the number is a label, not a quantity. */
const LOCATOR =
  /(?<![\p{L}\p{N}])(?:pages?|pp?\.|notes?|sections?|sec\.|items?|tables?|figures?|figs?\.|chapters?|exhibits?|appendix|appendices|forms?|nos?\.|lines?|steps?|schedules?|footnotes?|OCR, confidence|§) ?(?:\d{1,4}(?: ?[-–,] ?| and | to ))?$/iu;

/** Reads leftwards from the first digit; null if the digits are part of a name, a version or a label. */
export function readBefore(text: string, digits: number): Before | null {
  const head = text.slice(Math.max(0, digits - LOOK), digits);
  if (LOCATOR.test(head) && /^\d{1,4}(?!\d|,\d{3})/.test(text.slice(digits, digits + 8))) return null;
  let start = digits;
  let negative = false;
  let parenthesis = false;
  let currency: string | undefined;
  const at = (): string => text.charAt(start - 1);
  const sign = (): void => {
    if (negative || !MINUS.test(at()) || !isFree(text, start - 1)) return;
    negative = true;
    start -= 1;
  };
  const open = (): void => {
    if (parenthesis || at() !== '(') return;
    parenthesis = true;
    start -= 1;
  };
  sign();
  open();
  const money = currencyAtEnd(text.slice(Math.max(0, start - 8), start));
  if (money) {
    currency = money.code;
    start -= money.length;
    sign();
    open();
    sign();
  }
  if (!money && isPartOfName(text, start)) return null;
  return { start, negative, parenthesis, ...(currency === undefined ? {} : { currency }) };
}

/** A minus is a sign if nothing before it can be subtracted from: `5-10` is a range. */
function isFree(text: string, at: number): boolean {
  const before = text.charAt(at - 1);
  return before === '' || !/[\p{L}\p{N}_)%\]-]/u.test(before);
}

/** `A4`, `COVID-19`, `v1`, `file.1`, `#12`, `12:30`. */
function isPartOfName(text: string, start: number): boolean {
  const before = text.charAt(start - 1);
  const further = text.charAt(start - 2);
  if (WORD.test(before) || /[#@§]/.test(before)) return true;
  if ((before === '.' && WORD.test(further)) || (before === ':' && /\d/.test(further))) return true;
  return before === '-' && /[\p{L}_]/u.test(further);
}
