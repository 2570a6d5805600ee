/** A number in a text, in English notation: `5,298.50`. A comma groups thousands; a point separates the decimals. */
export interface NumberInText {
  /** With its sign, currency, parentheses, percent sign and scale: `$5,298 million`, `(1,234)`, `12.5%`. */
  readonly text: string;
  /** UTF-16 offsets, end exclusive. */
  readonly start: number;
  readonly end: number;
  /**
   * Exact decimal without separators, as written: `-1234` for `(1,234)`, `5.3` for `5.3 billion`, `12.5` for `12.5%`.
   */
  readonly value: string;
  /** Digits after the decimal point as written, including trailing zeros. */
  readonly decimals: number;
  /** `year`: a year (1900 to 2099, by itself), or another part of a date · `percent` · `number`: everything else. */
  readonly kind: 'year' | 'percent' | 'number';
  /** Power of ten of a word after it: 9 for `5.3 billion`. */
  readonly scale: number;
  /** ISO 4217, if a sign or word next to it names it: `USD` for `$5,298`. */
  readonly currency?: string;
}
