const CURRENCY = /^\(?(?:US|C|A|HK)?[$€£¥]\(?$/;
/** Signs that are printed apart from the number before them. */
const CLOSING = /^(?:\)|%|\)%|%\)|\) %|x|×|bps|pts)$/;
const OPENING = /^\($/;
/** Stands for a number in a table. */
const NONE = /^(?:[$€£¥]? ?[-–—−]{1,3} ?\)?%?|n\/?[am]|nmf?|\*{1,3})$/i;

/** `11/08/2026, 16:46` in the head of a printed page. */
const TIME = /^\d{1,4}[/.-]\d{1,2}[/.-]\d{2,4},? \d{1,2}:\d\d/;

/** `$000's`, `£'000`, `(1/km)`: a unit. */
const UNIT = /^[$€£¥]?['’]?000['’]?s?$|^\(?1\/[a-z]{1,4}\)?$/i;

/** A currency sign or an opening parenthesis before a number. */
export function opensNumber(text: string): boolean {
  return CURRENCY.test(text) || OPENING.test(text);
}

/** A percent sign or a closing parenthesis after a number. */
export function closesNumber(text: string): boolean {
  return CLOSING.test(text);
}

/** `(3 to 6)+14`: the columns whose sum a column is. */
const OF_COLUMNS = /^\(\d{1,2} ?to ?\d{1,2}\)/;

/** Whether a cell contains a number or a substitute for one: `5,298`, `(2,724)`, `$ 10.21`, `(4) pts`, `—`. */
export function isNumeric(text: string): boolean {
  if (text.length > 30) return false;
  if (NONE.test(text)) return true;
  if (!/\d/.test(text) || TIME.test(text) || UNIT.test(text) || OF_COLUMNS.test(text)) return false;
  const letters = text.replace(/[^\p{L}]/gu, '').length;
  return letters === 0 || (letters <= 3 && /^[-–—−+(]{0,2}[$€£¥]?[-–—−(]?\d/.test(text));
}
