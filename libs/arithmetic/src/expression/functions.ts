import { Exact } from '../decimal';

/** Decimal places to which `round` rounds at most, before or after the decimal point. */
const MOST_DIGITS = 30;

/** The result of a function, or the error in its arguments: the end of a sentence that begins with its name. */
type Applied = Exact | string;

const total = (values: readonly Exact[]): Exact =>
  values.reduce((sum, value) => sum.plus(value), new Exact(0));
const mean = (values: readonly Exact[]): Exact => total(values).div(values.length);

/** Functions by their lower-case names. Each gets at least one argument. */
export const FUNCTIONS: Readonly<Record<string, (values: readonly Exact[]) => Applied>> = {
  sum: total,
  avg: mean,
  mean,
  average: mean,
  min: (values) => Exact.min(...values),
  max: (values) => Exact.max(...values),
  abs: (values) => one(values) ?? values[0]?.abs() ?? '',
  sqrt: (values) =>
    one(values) ??
    (values[0]?.isNegative() ? 'needs a number that is not negative' : (values[0]?.sqrt() ?? '')),
  round: ([value, digits = new Exact(0), ...more]) => {
    if (value === undefined || more.length > 0) return 'takes a number and how many decimals to keep';
    if (!digits.isInteger() || digits.abs().gt(MOST_DIGITS))
      return `keeps a whole number of decimals, ${MOST_DIGITS} at most`;
    const unit = new Exact(10).pow(digits);
    return value.times(unit).round().div(unit);
  },
};

function one(values: readonly Exact[]): string | undefined {
  return values.length === 1 ? undefined : 'takes one number';
}
