import { Decimal } from 'decimal.js';

/** Internal precision: enough extra digits that a third times three is one. */
const WORKING_DIGITS = 80;
/** Significant digits of a result. */
const RESULT_DIGITS = 34;

/** Decimal numbers. Halves are rounded away from zero, as readers of reports round. */
export const Exact = Decimal.clone({ precision: WORKING_DIGITS, rounding: Decimal.ROUND_HALF_UP });
export type Exact = Decimal;

/** Plain decimal digits without an exponent, at most 34 significant ones; never `-0`. */
export function digitsOf(value: Exact): string {
  const rounded = value.toSignificantDigits(RESULT_DIGITS);
  return rounded.isZero() ? '0' : rounded.toFixed();
}

/**
 * A decimal in readable form: two decimal places, or four significant digits if it is smaller than one.
 *
 * @param places decimal places of a value from one on, ≥ 0
 * @example
 * rounded('1234.5678'); // '1234.57'
 */
export function rounded(decimal: string, places = 2): string {
  const value = new Exact(decimal);
  return (value.abs().gte(1) ? value.toDecimalPlaces(places) : value.toSignificantDigits(4)).toFixed();
}
