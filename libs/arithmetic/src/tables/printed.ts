/** A number as tables print it: `17,846`, `$ 1.40`, `(3,322)`, `35.2 %`, `-7`. */
const PRINTED = /^[-–−+]?\(?[$€£¥]?\s{0,3}[-–−]?\(?\d[\d,]{0,30}(?:\.\d{1,12})?\s{0,3}\)?\s{0,3}%?\)?$/;
/** A cell without a number. */
const NIL = /^(?:[$€£¥]\s{0,3})?(?:[-–—−*]{1,3}|n\/?[am]|nm)(?:\s{0,3}%)?$/i;
const YEAR = /^(?:fy\s?)?(?:19|20)\d\d(?:\s?\([a-z0-9]\))?$/i;

export function isPrinted(cell: string): boolean {
  return PRINTED.test(cell);
}

export function isNil(cell: string): boolean {
  return NIL.test(cell);
}

export function isYear(cell: string): boolean {
  return YEAR.test(cell);
}

/** The number as printed, without currency and percent signs, which are units. */
export function bare(printed: string): string {
  return printed
    .replace(/[$€£¥%\s]/g, '')
    .replace(/^\((.{1,40}[^)])$/, '($1)')
    .trim();
}
