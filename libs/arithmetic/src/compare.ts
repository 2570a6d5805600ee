import { Exact } from './decimal';
import type { NumberInText } from './numbers/number-in-text';
import { wholeNumber } from './numbers/numbers-in';
import { isShare, scaleOf } from './scale-of';

/** A value as plain decimal digits; null where a text is not a number and nothing else. `5.3 billion` is 5300000000, `12%` is 12. */
export function decimalOf(value: number | string): string | null {
  if (typeof value === 'number') return Number.isFinite(value) ? new Exact(value).toFixed() : null;
  const number = wholeNumber(value);
  return number && new Exact(number.value).times(new Exact(10).pow(number.scale)).toFixed();
}

/**
 * True where two decimals are equal, whatever their zeros. With `tolerance`, a share of the second such as 0.01, also where they differ
 * by no more than that. False where either is no number.
 */
export function sameNumber(a: string, b: string, options: { readonly tolerance?: number } = {}): boolean {
  const [left, right] = [decimalOf(a), decimalOf(b)];
  if (left === null || right === null) return false;
  const distance = new Exact(left).minus(right).abs();
  return distance.lte(new Exact(right).abs().times(options.tolerance ?? 0));
}

/** What is known of the value that a written number is compared with. */
export interface Comparison {
  /** Unit of the value, such as `millions_usd`. */
  readonly unit?: string | undefined;
  /** True where a minus must stand on both sides. By default words may say it: "fell by 3.2%" of -3.2. */
  readonly signed?: boolean;
  /** Share of the value by which the number may be beside it, where its text says that it is a rough one. */
  readonly tolerance?: number;
}

/**
 * True where a written number is `value` (an exact decimal) at the precision in which it is written: `33.5%` is 33.4615, `5.3 billion` is
 * 5298 in `millions_usd`, `15.5%` is the ratio 0.1548. A single whole digit without a scale is compared exactly.
 */
export function matchesNumber(written: NumberInText, value: string, options: Comparison = {}): boolean {
  if (isFar(written, value, options.tolerance ?? 0)) return false;
  const decimal = decimalOf(value);
  if (decimal === null) return false;
  const [said, given] = options.signed
    ? [new Exact(written.value), new Exact(decimal)]
    : [new Exact(written.value).abs(), new Exact(decimal).abs()];
  const unit = scaleOf(options.unit);
  const powers = new Set<number>([0]);
  if (written.scale > 0) {
    powers.clear();
    powers.add(unit - written.scale);
    // A value without a unit: its table says once, above it, what it counts in.
    if (options.unit === undefined) for (const power of [3, 6, 9]) powers.add(power - written.scale);
  } else if (unit > 0) powers.add(unit);
  if (written.kind === 'percent' && !isShare(options.unit)) powers.add(2);
  if (written.kind !== 'percent' && isShare(options.unit)) powers.add(-2);
  return [...powers].some((power) => {
    const scaled = given.times(new Exact(10).pow(power));
    return (
      isRounded(written, said, scaled) ||
      said
        .minus(scaled)
        .abs()
        .lte(scaled.abs().times(options.tolerance ?? 0))
    );
  });
}

function isRounded(written: NumberInText, said: Exact, given: Exact): boolean {
  if (said.eq(given)) return true;
  const digits = written.value.replace(/\D/g, '').replace(/^0{1,40}/, '').length;
  if (digits < 2 && written.decimals === 0 && written.scale === 0) return false;
  return said.minus(given).abs().lte(new Exact(10).pow(-written.decimals).div(2));
}

/**
 * True where the digits alone say that no power of ten makes the one the other: exact decimals are slow where a text of a thousand numbers
 * is compared. Floating point is precise enough, since what is near is compared exactly.
 */
function isFar(written: NumberInText, value: string, tolerance: number): boolean {
  const [a, b] = [Math.abs(Number(written.value)), Math.abs(Number(value))];
  if (a === 0 || b === 0 || !Number.isFinite(a) || !Number.isFinite(b)) return false;
  const scaled = b * 10 ** Math.round(Math.log10(a / b));
  const margin = 0.5 * 10 ** -written.decimals + (tolerance + 1e-9) * Math.max(a, scaled);
  return Math.abs(a - scaled) > margin * (1 + 1e-9);
}
