import { aggregated, cellNumber, type Aggregate } from '@quarry/arithmetic';
import { isBlank, type Column } from '../columns';
import type { RecordRow } from '../record-table';

/** Combines the numbers of a column, leaving out empty cells; a reason where a cell is no number, or none has one. */
export function combinedOf(
  operation: Aggregate,
  column: Column,
  rows: readonly RecordRow[],
): { readonly value: string } | { readonly why: string } {
  const cells = rows.map((row) => row.cells[column.at] ?? '').filter((cell) => !isBlank(cell));
  const numbers = cells.flatMap((cell) => cellNumber(cell) ?? []);
  if (numbers.length < cells.length) return { why: `'${column.head}' has cells that are no numbers` };
  const value = aggregated(operation, numbers);
  return value === null ? { why: `no selected row has a number in '${column.head}'` } : { value };
}
