import type { RowCell } from '../tables/cell-text';
import type { CellRange, SheetRow } from './sheet';

/** A merged range fills at most this many cells, so that none can fill a whole sheet. */
const MOST_FILLED = 2_000;

/**
 * Gives the rows what their merged cells mean: a cell that is merged downwards is repeated in each of its rows, so that
 * a row names its group. To the right, it covers the columns with its one text.
 */
export function withMerged(rows: readonly SheetRow[], merged: readonly CellRange[]): readonly SheetRow[] {
  if (merged.length === 0) return rows;
  const byNumber = new Map(rows.map((row) => [row.number, [...row.cells]]));
  for (const { left, top, right, bottom } of merged) {
    const cells = byNumber.get(top);
    const at = cells?.findIndex(({ column }) => column === left) ?? -1;
    const cell = cells?.[at];
    if (!cells || !cell) continue;
    const whole: RowCell = { ...cell, ...(right > left ? { span: right - left + 1 } : {}) };
    cells[at] = whole;
    for (let row = top + 1; row <= Math.min(bottom, top + MOST_FILLED); row++) {
      const others = byNumber.get(row);
      if (others && !others.some(({ column }) => column === left)) others.push(whole);
    }
  }
  return rows.map((row) => ({
    ...row,
    cells: (byNumber.get(row.number) ?? []).toSorted((a, b) => a.column - b.column),
  }));
}
