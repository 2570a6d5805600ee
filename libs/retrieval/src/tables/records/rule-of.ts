import { rounded } from '@quarry/arithmetic';
import type { RecordAnswer } from './record-answer';
import { sheetOf } from './record-table';

/** How an answer calls what it computed. */
export const OPERATION_NAMES = {
  ...{ sum: 'sum', mean: 'mean', median: 'median', max: 'largest', min: 'smallest' },
  ...{ count: 'count of rows', distinct: 'count of different values', value: 'value' },
} as const;

/**
 * The rule by which an answer was made: operation, filter, rows and table.
 * @example
 * ruleOf(answer); // 'Count of rows with state = AK: 263 of 3,376 rows of airports.csv'
 */
export function ruleOf({ reading, selected, rows, table }: Omit<RecordAnswer, 'kind' | 'value'>): string {
  const { operation, measure, filters } = reading;
  const isExtreme = operation === 'max' || operation === 'min';
  const of = measure ? `${isExtreme ? ' ' : ' of '}${measure.head}` : '';
  const where = filters.length === 0 ? '' : ` with ${filters.map(({ shown }) => shown).join(' and ')}`;
  const sheet = sheetOf(table.stored);
  const empty = isExtreme || operation === 'count' ? 0 : selected.length - rows.length;
  const left = [
    ...(empty > 0 ? [`${grouped(String(empty))} of them without a value`] : []),
    ...(table.totals > 0 ? [`${table.totals} row${table.totals === 1 ? '' : 's'} of totals left out`] : []),
  ].join('; ');
  const all = grouped(String(table.rows.length));
  const from = `${grouped(String(selected.length))} of ${all} rows${left === '' ? '' : ` (${left})`}`;
  const name = OPERATION_NAMES[operation];
  const place = `${table.path}${sheet === '' ? '' : `, sheet ${sheet}`}`;
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}${of}${where}: ${from} of ${place}`;
}

/** A decimal with thousands apart: `3,376`. */
export function grouped(decimal: string): string {
  const [whole = '', fraction] = (decimal.length > 20 ? rounded(decimal) : decimal).split('.');
  const sign = whole.startsWith('-') ? '-' : '';
  const spaced = `${sign}${BigInt(whole.replace('-', '')).toLocaleString('en-US')}`;
  return fraction === undefined ? spaced : `${spaced}.${fraction}`;
}
