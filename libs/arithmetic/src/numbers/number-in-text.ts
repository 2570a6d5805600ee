/** A number as a text writes it, in English form: `5,298.50`; a comma groups thousands, a point begins the decimals. */
export interface NumberInText {
  /** With its sign, currency, parentheses, percent sign and scale: `$5,298 million`, `(1,234)`, `12.5%`. */
  readonly text: string;
  /** UTF-16 offsets, the end excluded. */
  readonly start: number;
  readonly end: number;
  /** Exact decimal without separators, as it is written: `-1234` of `(1,234)`, `5.3` of `5.3 billion`, `12.5` of `12.5%`. */
  readonly value: string;
  /** Digits behind the decimal point as written, trailing zeros included. */
  readonly decimals: number;
  /** `year`: a year (1900 to 2099, standing bare), or another part of a date · `percent` · `number`: everything else. */
  readonly kind: 'year' | 'percent' | 'number';
  /** Power of ten that a word behind it says: 9 of `5.3 billion`. */
  readonly scale: number;
  /** ISO 4217, where a sign or word beside it says it: `USD` of `$5,298`. */
  readonly currency?: string;
}
