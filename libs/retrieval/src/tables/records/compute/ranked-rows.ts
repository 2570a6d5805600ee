import { cellNumber } from '@quarry/arithmetic';
import { isBlank, type Column } from '../columns';
import type { Meaning } from '../meaning';
import type { Reading } from '../read-table';
import type { RecordRow, RecordTable } from '../record-table';
import { unread, type Computed } from './computed';
import { placed } from './places';

/** The rows at places of an order by a column of numbers: `third highest`, `top 5`. */
export function rankedRows(
  table: RecordTable,
  reading: Reading & { readonly measure: Column; readonly order: NonNullable<Meaning['order']> },
  selected: readonly RecordRow[],
): Computed {
  const { measure, order, label } = reading;
  const filled = selected.filter(({ cells }) => !isBlank(cells[measure.at] ?? ''));
  const numbered = filled.flatMap((row) => {
    const value = cellNumber(row.cells[measure.at] ?? '');
    return value === null ? [] : [{ value, label: labelOf(row, label), rows: [row] }];
  });
  if (numbered.length < filled.length) return unread(`'${measure.head}' has cells that are no numbers`);
  const groups = placed(
    numbered.toSorted((a, b) => Number(b.value) - Number(a.value)),
    order,
  );
  const [first] = groups;
  if (!first) return unread(`only ${filled.length} rows have a '${measure.head}'`);
  return {
    ...{ kind: 'answer', table, reading, selected, groups, value: first.value },
    ...{ numberOfGroups: numbered.length, rows: groups.flatMap(({ rows }) => rows) },
  };
}

/** What tells a row from others: the asked column, or its first texts and days. */
export function labelOf({ cells }: RecordRow, label?: Column, measure?: Column): string {
  if (label) return cells[label.at] ?? '';
  const texts = cells.filter((cell, at) => at !== measure?.at && /\p{L}|^\d{4}-\d\d-\d\d/u.test(cell));
  return texts.slice(0, 2).join(', ').slice(0, 120);
}
