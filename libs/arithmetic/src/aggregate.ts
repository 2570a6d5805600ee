import { decimalOf } from './compare';
import { digitsOf, Exact, rounded } from './decimal';
import { bare } from './tables/printed';

/** How the numbers of a column become one. */
export const AGGREGATES = ['sum', 'mean', 'median', 'max', 'min'] as const;
export type Aggregate = (typeof AGGREGATES)[number];

/**
 * The number in a cell of a table, as decimal digits: `1,204`, `$3.50`, `35 %`, `(12)` for -12; null for anything else.
 *
 * @example
 * cellNumber('(1,204)'); // '-1204'
 */
export function cellNumber(cell: string): string | null {
  const inBrackets = /^\((.{1,40})\)$/.exec(cell.trim());
  const digits = decimalOf(bare(inBrackets?.[1] ?? cell));
  if (digits === null || !/\d/.test(cell)) return null;
  return inBrackets ? digitsOf(new Exact(digits).negated()) : digits;
}

/**
 * Combines decimals exactly; a mean is rounded to two places, or four digits below one. Null without numbers.
 *
 * @example
 * aggregated('mean', ['1', '2']); // '1.5'
 */
export function aggregated(how: Aggregate, decimals: readonly string[]): string | null {
  const numbers = decimals.map((decimal) => new Exact(decimal));
  const [first] = numbers;
  if (!first) return null;
  switch (how) {
    case 'sum':
      return digitsOf(numbers.reduce((sum, one) => sum.plus(one), new Exact(0)));
    case 'mean':
      return rounded(
        digitsOf(numbers.reduce((sum, one) => sum.plus(one), new Exact(0)).dividedBy(numbers.length)),
      );
    case 'median': {
      const sorted = numbers.toSorted((a, b) => a.comparedTo(b));
      const [low, high] = [Math.floor((sorted.length - 1) / 2), Math.ceil((sorted.length - 1) / 2)];
      return digitsOf((sorted[low] ?? first).plus(sorted[high] ?? first).dividedBy(2));
    }
    case 'max':
      return digitsOf(numbers.reduce((most, one) => (one.greaterThan(most) ? one : most), first));
    case 'min':
      return digitsOf(numbers.reduce((least, one) => (one.lessThan(least) ? one : least), first));
  }
}
