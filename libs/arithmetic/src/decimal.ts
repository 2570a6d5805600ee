import { Decimal } from 'decimal.js';

/** Digits with which is computed: so many more than are shown that a third times three is one. */
const WORKING_DIGITS = 80;
/** Significant digits of a result. */
const RESULT_DIGITS = 34;

/** Decimal numbers; halves are rounded away from zero, as readers of reports do. */
export const Exact = Decimal.clone({ precision: WORKING_DIGITS, rounding: Decimal.ROUND_HALF_UP });
export type Exact = Decimal;

/** Plain decimal digits without an exponent, at most 34 significant ones; never `-0`. */
export function digitsOf(value: Exact): string {
  const rounded = value.toSignificantDigits(RESULT_DIGITS);
  return rounded.isZero() ? '0' : rounded.toFixed();
}

/** A decimal as people read it: two places behind the point, or four significant digits where it is smaller than one. */
export function rounded(decimal: string): string {
  const value = new Exact(decimal);
  return (value.abs().gte(1) ? value.toDecimalPlaces(2) : value.toSignificantDigits(4)).toFixed();
}
