const MONTH =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';
const AFTER_MONTH = new RegExp(`(?<!\\p{L})(?:${MONTH})\\.? $`, 'iu');
const BEFORE_MONTH = new RegExp(`^ (?:of )?(?:${MONTH})(?!\\p{L})`, 'iu');
/** `2022-10-21`, `12/31/2022`: matched around any of its parts. */
const NUMERIC = /(?<![\d/.-])(?:\d{4}-\d{1,2}-\d{1,2}|\d{1,2}\/\d{1,2}\/\d{2,4})(?![\d/-])/g;

/** True for digits that are a year, or a day or month within a date. */
export function isDatePart(text: string, start: number, end: number): boolean {
  const digits = text.slice(start, end);
  if (!/^\d{1,4}$/.test(digits)) return false;
  if (/^(?:19|20)\d\d$/.test(digits)) return true;
  const value = Number(digits);
  const before = text.slice(Math.max(0, start - 11), start);
  const behind = text.slice(end, end + 14);
  if (value >= 1 && value <= 31 && digits.length <= 2) {
    if (AFTER_MONTH.test(before) || BEFORE_MONTH.test(behind)) return true;
    // `2021/22`
    if (/(?:^|\D)(?:19|20)\d\d\/$/.test(before)) return true;
  }
  const from = Math.max(0, start - 9);
  return [...text.slice(from, end + 9).matchAll(NUMERIC)].some(
    ({ 0: date, index }) => from + index <= start && end <= from + index + date.length,
  );
}
