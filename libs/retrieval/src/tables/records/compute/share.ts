import { rounded } from '@quarry/arithmetic';
import type { Reading } from '../read-table';
import type { RecordTable } from '../record-table';
import { unread, type Computed } from './computed';

/** The percentage of the rows of the base that meet the other conditions, too. */
export function shareOfRows(table: RecordTable, reading: Reading): Computed {
  const { filters, base = [] } = reading;
  const all = table.rows.filter((row) => base.every(({ accepts }) => accepts(row)));
  if (all.length === 0) return unread('no row has what the share is of');
  const rows = all.filter((row) => filters.every(({ accepts }) => accepts(row)));
  const value = `${rounded(String((100 * rows.length) / all.length))} %`;
  return { kind: 'answer', table, reading, value, selected: all, rows };
}
