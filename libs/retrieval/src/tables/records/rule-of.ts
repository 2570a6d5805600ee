import { rounded } from '@quarry/arithmetic';
import { capitalized } from '@quarry/turn';
import type { Reading } from './read-table';
import type { RecordAnswer } from './record-answer';
import { sheetOf, type RecordTable } from './record-table';

/** How an answer calls what it computed. */
export const OPERATION_NAMES = {
  ...{ sum: 'sum', mean: 'mean', median: 'median', max: 'largest', min: 'smallest' },
  ...{
    count: 'count of rows',
    distinct: 'count of different values',
    value: 'value',
    share: 'share of rows',
  },
} as const;

/**
 * The rule by which an answer was made: operation, columns, filter, rows and table.
 * @example
 * ruleOf(answer); // 'Count of rows with state = AK: 263 of 3,376 rows of airports.csv'
 */
export function ruleOf(answer: Omit<RecordAnswer, 'kind' | 'value'>): string {
  const { reading, selected, rows, table } = answer;
  const { operation, filters, base = [] } = reading;
  const own = operation === 'share' ? filters.filter((filter) => !base.includes(filter)) : filters;
  const name = computedName(reading);
  const of = operation === 'share' && base.length > 0 ? `, of those with ${conditions(base)}` : '';
  const where = own.length === 0 ? '' : ` with ${conditions(own)}`;
  const isExtreme = operation === 'max' || operation === 'min' || operation === 'share';
  const empty = isExtreme || operation === 'count' || reading.order ? 0 : selected.length - rows.length;
  const used = operation === 'share' ? rows.length : selected.length;
  const all = operation === 'share' ? selected.length : table.rows.length;
  const place = `${grouped(String(used))} of ${grouped(String(all))} rows${leftOut(empty, table)} of ${placeOf(table)}`;
  return `${capitalized(name)}${where}${of}: ${place}`;
}

function conditions(filters: Reading['filters']): string {
  return filters.map(({ shown }) => shown).join(' and ');
}

/** `mean of tip by day, the largest`, `third largest of population`. */
function computedName({ operation, measure, group, order }: Reading): string {
  const isExtreme = operation === 'max' || operation === 'min';
  const of = measure ? `${isExtreme ? ' ' : ' of '}${measure.head}` : '';
  const places = order ? placesName(order) : '';
  if (!group) return isExtreme && order ? `${places}${of}` : `${OPERATION_NAMES[operation]}${of}`;
  return `${OPERATION_NAMES[operation]}${of} by ${group.shown}${order ? `, the ${places}` : ''}`;
}

function placesName({ end, from, count }: NonNullable<Reading['order']>): string {
  const name = OPERATION_NAMES[end];
  if (count > 1) return `${count} ${name}`;
  const ending = ['th', 'st', 'nd', 'rd'][from > 3 ? 0 : from];
  return from === 1 ? name : `${from}${ending} ${name}`;
}

function leftOut(empty: number, { totals, notes }: RecordTable): string {
  const left = [
    ...(empty > 0 ? [`${grouped(String(empty))} of them without a value`] : []),
    ...(totals > 0 ? [`${totals} row${totals === 1 ? '' : 's'} of totals left out`] : []),
    ...(notes > 0 ? [`${notes} line${notes === 1 ? '' : 's'} of notes left out`] : []),
  ].join('; ');
  return left === '' ? '' : ` (${left})`;
}

function placeOf({ path, stored }: RecordTable): string {
  const sheet = sheetOf(stored);
  return `${path}${sheet === '' ? '' : `, sheet ${sheet}`}`;
}

/** A decimal with thousands apart: `3,376`. */
export function grouped(decimal: string): string {
  const [whole = '', fraction] = (decimal.length > 20 ? rounded(decimal) : decimal).split('.');
  const sign = whole.startsWith('-') ? '-' : '';
  const spaced = `${sign}${BigInt(whole.replace('-', '')).toLocaleString('en-US')}`;
  return fraction === undefined ? spaced : `${spaced}.${fraction}`;
}
