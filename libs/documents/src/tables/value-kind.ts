import { isNumeric } from '../pdf/numeric';

const YEAR =
  /^(?:fy\s?['’]?)?(?:(?:19|20)\d\d|\d\d)(?:\s?(?:[-/–]\s?(?:(?:19|20)\d\d|\d\d)|\([a-z\d]\)|[ae]|\/))?$/i;
const PERIOD =
  /^(?:(?:[1-4]\s?q|q\s?[1-4]|h[12])[\s/'’-]{0,2}(?:(?:19|20)?\d\d)?|(?:19|20)\d\d[\s-]?(?:q[1-4]|h[12]|\d\d))$/i;

const COMPARED = /^(?:19|20)\d\d vs\.? (?:19|20)\d\d$/i;
const DATE = /^\d{1,2}[/.]\d{1,2}[/.](?:\d\d){1,2}$/;
/** A number of years, months or days, which is a value. */
const TERM = /^\d[\d,.]{0,12}\s?(?:years?|months?|days?)$/i;
/** A dash in place of an amount: `$-`. */
const NO_AMOUNT = /^[$€£¥]\s?[-–—]{1,3}$/;

/** Whether a cell names a period (`2022`, `FY23`, `Q1 2024`, `3/25/2023`): it may be the head of a column. */
function isPeriod(text: string): boolean {
  return (
    (YEAR.test(text) && !/^\d\d$/.test(text)) || PERIOD.test(text) || COMPARED.test(text) || DATE.test(text)
  );
}

/** Whether a cell holds a value, not a name: a number, a date with its day, or a mark for none. */
export function isValue(text: string): boolean {
  const plain = text.trim();
  return (
    plain !== '' &&
    !isPeriod(plain) &&
    (isNumeric(plain) || NO_AMOUNT.test(plain) || TERM.test(plain) || /^\d{4}-\d\d-\d\d/.test(plain))
  );
}
