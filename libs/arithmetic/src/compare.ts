import { Exact } from './decimal';
import type { NumberInText } from './numbers/number-in-text';
import { wholeNumber } from './numbers/numbers-in';
import { isShare, scaleOf } from './scale-of';

/**
 * A value as plain decimal digits; null unless the text is a number and nothing else.
 *
 * @example
 * decimalOf('5.3 billion'); // '5300000000'
 * decimalOf('12%'); // '12'
 */
export function decimalOf(value: number | string): string | null {
  if (typeof value === 'number') return Number.isFinite(value) ? new Exact(value).toFixed() : null;
  const number = wholeNumber(value);
  return number && new Exact(number.value).times(new Exact(10).pow(number.scale)).toFixed();
}

/**
 * True if two decimals are equal, regardless of trailing zeros. With `tolerance`, a share of the second such as 0.01,
 * also if they differ by at most that. False if either is not a number.
 */
export function sameNumber(a: string, b: string, options: { readonly tolerance?: number } = {}): boolean {
  const [left, right] = [decimalOf(a), decimalOf(b)];
  if (left === null || right === null) return false;
  const distance = new Exact(left).minus(right).abs();
  return distance.lte(new Exact(right).abs().times(options.tolerance ?? 0));
}

/** Properties of the value that a written number is compared with. */
export interface Comparison {
  /** Unit of the value, such as `millions_usd`. */
  readonly unit?: string | undefined;
  /** True if both must have a minus. By default, words may express it: "fell by 3.2%" for -3.2. */
  readonly signed?: boolean;
  /** Share of the value by which the number may differ, if its text says that it is approximate. */
  readonly tolerance?: number;
}

/**
 * True if a written number equals `value` (an exact decimal) at the precision in which it is written: `33.5%` equals
 * 33.4615, `5.3 billion` equals 5298 in `millions_usd`, `15.5%` equals the ratio 0.1548. A single integer digit without
 * a scale is compared exactly.
 *
 * @example
 * const [written] = numbersIn('Revenue was $5.3 billion.');
 * matchesNumber(written!, '5298', { unit: 'millions_usd' }); // true
 */
export function matchesNumber(written: NumberInText, value: string, options: Comparison = {}): boolean {
  if (isFar(written, value, options.tolerance ?? 0)) return false;
  const decimal = decimalOf(value);
  if (decimal === null) return false;
  const [writtenValue, exact] = options.signed
    ? [new Exact(written.value), new Exact(decimal)]
    : [new Exact(written.value).abs(), new Exact(decimal).abs()];
  const unit = scaleOf(options.unit);
  const powers = new Set<number>([0]);
  if (written.scale > 0) {
    powers.clear();
    powers.add(unit - written.scale);
    // A value without a unit: its table states the unit once, above it.
    if (options.unit === undefined) for (const power of [3, 6, 9]) powers.add(power - written.scale);
  } else if (unit > 0) powers.add(unit);
  if (written.kind === 'percent' && !isShare(options.unit)) powers.add(2);
  if (written.kind !== 'percent' && isShare(options.unit)) powers.add(-2);
  return [...powers].some((power) => {
    const scaled = exact.times(new Exact(10).pow(power));
    return (
      isRounded(written, writtenValue, scaled) ||
      writtenValue
        .minus(scaled)
        .abs()
        .lte(scaled.abs().times(options.tolerance ?? 0))
    );
  });
}

function isRounded(written: NumberInText, writtenValue: Exact, value: Exact): boolean {
  if (writtenValue.eq(value)) return true;
  const digits = written.value.replace(/\D/g, '').replace(/^0{1,40}/, '').length;
  if (digits < 2 && written.decimals === 0 && written.scale === 0) return false;
  return writtenValue.minus(value).abs().lte(new Exact(10).pow(-written.decimals).div(2));
}

/**
 * True if the digits alone show that no power of ten makes the numbers equal. Exact decimals are slow for a text with a
 * thousand numbers. Floating point is precise enough here, because close candidates are compared exactly.
 */
function isFar(written: NumberInText, value: string, tolerance: number): boolean {
  const [a, b] = [Math.abs(Number(written.value)), Math.abs(Number(value))];
  if (a === 0 || b === 0 || !Number.isFinite(a) || !Number.isFinite(b)) return false;
  const scaled = b * 10 ** Math.round(Math.log10(a / b));
  const margin = 0.5 * 10 ** -written.decimals + (tolerance + 1e-9) * Math.max(a, scaled);
  return Math.abs(a - scaled) > margin * (1 + 1e-9);
}
