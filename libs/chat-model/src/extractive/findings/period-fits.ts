import { periodsIn } from '@quarry/arithmetic';
import type { Target } from './target';
import { whenFits } from './fitting';

/** Weight of a column of another length of time than the one asked for. */
const OTHER_LENGTH = 0.6;
const QUARTER =
  /\b(?:three months|thirteen weeks|1[23] weeks|first quarter|second quarter|third quarter|fourth quarter|q[1-4]|[1-4]q)\b/i;
const LONGER = /\b(?:six|nine|twelve) months\b|\b(?:2[46]|3[69]|5[23]) weeks\b|\byear[- ]to[- ]date\b/i;

/**
 * How well the period of a table's column matches, 0..1 ({@link whenFits}); of a quarter also its length. A report of a
 * fiscal quarter whose year is not the calendar's (`2024Q2`, of July 2023) prints calendar dates: if none of the row's
 * columns has the year of the report, each is of the year before the fiscal one.
 * @param columns heads of all columns of the row, if they are known
 */
export function periodFits(
  target: Target,
  path: string,
  nearest: readonly string[],
  columns: readonly string[] = [],
): number {
  const quarters = target.periods.filter((period) => /^q[1-4]$/.test(period));
  const lengths = nearest.join(' ');
  const length = quarters.length > 0 && LONGER.test(lengths) && !QUARTER.test(lengths) ? OTHER_LENGTH : 1;
  const ahead = shifted(target, quarters, path, nearest);
  return length * (isAhead(quarters, path, columns) ? ahead : Math.max(whenFits(target, ...nearest), ahead));
}

/** Whether the fiscal year of a quarter's report is ahead of all dates in the heads of a row. */
function isAhead(quarters: readonly string[], path: string, columns: readonly string[]): boolean {
  const own = periodsIn(path);
  const printed = columns.flatMap((text) => periodsIn(text).years);
  const [year = ''] = own.years;
  const isOfReport = quarters.some((quarter) => own.quarters.includes(Number(quarter.slice(1))));
  return isOfReport && year !== '' && printed.length > 0 && printed.every((one) => one < year);
}

function shifted(
  target: Target,
  quarters: readonly string[],
  path: string,
  nearest: readonly string[],
): number {
  const own = periodsIn(path);
  const [year] = own.years;
  if (year === undefined || !quarters.some((quarter) => own.quarters.includes(Number(quarter.slice(1)))))
    return 0;
  const years = target.years.map((asked) => String(Number(asked) - 1));
  // The columns of a fiscal year that is ahead of the calendar end before it.
  const printed = nearest.flatMap((text) => periodsIn(text).years);
  return printed.includes(year) ? 0 : whenFits({ ...target, years }, ...nearest);
}
