import { cellNumber } from '@quarry/arithmetic';
import { isBlank, type Column } from '../columns';
import type { Reading } from '../read-table';
import type { RecordRow, RecordTable } from '../record-table';
import { combinedOf } from './combine';
import { unread, type Computed } from './computed';
import { groupsOf } from './groups';
import { rankedRows } from './ranked-rows';
import { shareOfRows } from './share';

/** Computes what was read, or says why it has no value. */
export function compute(table: RecordTable, reading: Reading): Computed {
  const { operation, measure, filters, label, group, order } = reading;
  if (operation === 'share') return shareOfRows(table, reading);
  const selected = table.rows.filter((row) => filters.every(({ accepts }) => accepts(row)));
  const answer = (value: string, rows: readonly RecordRow[]): Computed => ({
    ...{ kind: 'answer', table, reading, value, selected, rows },
  });
  if (operation === 'max' || operation === 'min') {
    if (!measure) return unread('no column is named');
    if (label && !namesEach(label, selected)) {
      const isCounted = group && selected.every(({ cells }) => /^[^.]*$/.test(cells[measure.at] ?? ''));
      if (!isCounted)
        return unread(
          `several rows have the same '${label.head}': ask for the average or total ${measure.head} by ${label.head}`,
        );
      const end = { end: operation, from: 1, count: 1, ...order };
      return groupsOf(table, { ...reading, operation: 'sum', group, order: end }, selected);
    }
    if (order) return rankedRows(table, { ...reading, measure, order }, selected);
  }
  if (group) return groupsOf(table, { ...reading, group }, selected);
  if (operation === 'count') return answer(String(selected.length), selected);
  if (!measure) return unread('no column is named');
  const filled = selected.filter((row) => !isBlank(row.cells[measure.at] ?? ''));
  if (operation === 'distinct')
    return answer(String(new Set(filled.map(({ cells }) => cells[measure.at])).size), filled);
  if (operation === 'value' || (operation === 'sum' && filled.length === 1 && filters.length > 0))
    return valueOf(table, { ...reading, operation: 'value' }, { measure, selected, filled });
  const combined = combinedOf(operation, measure, selected);
  if ('why' in combined) return unread(combined.why);
  const isExtreme = operation === 'max' || operation === 'min';
  return answer(
    combined.value,
    isExtreme ? filled.filter(({ cells }) => cellNumber(cells[measure.at] ?? '') === combined.value) : filled,
  );
}

/** The only value of the selected rows. */
function valueOf(
  table: RecordTable,
  reading: Reading,
  rows: {
    readonly measure: Column;
    readonly selected: readonly RecordRow[];
    readonly filled: readonly RecordRow[];
  },
): Computed {
  const { measure, selected, filled } = rows;
  const [first] = filled;
  if (!first) return unread(`no row has a ${measure.head} and ${shown(reading)}`);
  if (filled.length > 1) return unread(`${filled.length} rows have ${shown(reading)}`);
  return { kind: 'answer', table, reading, value: first.cells[measure.at] ?? '', selected, rows: filled };
}

/** Whether no two of the rows have the same value of a column. */
function namesEach(column: Column, rows: readonly RecordRow[]): boolean {
  return !column.isNumeric && new Set(rows.map(({ cells }) => cells[column.at])).size === rows.length;
}

function shown({ filters }: Reading): string {
  return filters.length === 0 ? 'any value' : filters.map((filter) => filter.shown).join(' and ');
}
