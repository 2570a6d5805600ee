import type { RowCell } from '../tables/cell-text';

/** A row of a sheet with the cells that have text, in the order of their columns. */
export interface SheetRow {
  /** From 1. */
  readonly number: number;
  readonly cells: readonly RowCell[];
}

/** A formula as the file has it; it is never computed. */
export interface SheetFormula {
  /** `C2`, or `C2:C500` if it was copied down. */
  readonly cells: string;
  readonly formula: string;
}

/** A sheet of a workbook, as its reader returns it. */
export interface Sheet {
  readonly name: string;
  readonly isHidden: boolean;
  readonly rows: readonly SheetRow[];
  /** Numbers of the rows that the file marks as head rows of a table. */
  readonly heads: ReadonlySet<number>;
  readonly formulas: readonly SheetFormula[];
  /** Number of formulas whose value is not in the file. */
  readonly withoutValue: number;
}

/** A rectangle of cells, columns and rows from 1, inclusive. */
export interface CellRange {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Reads `B7` or `B7:F12`, with or without `$`; null for anything else. */
export function readRange(text: string): CellRange | null {
  const found = /^\$?([A-Z]{1,3})\$?(\d{1,7})(?::\$?([A-Z]{1,3})\$?(\d{1,7}))?$/.exec(text);
  if (!found) return null;
  const [, column = '', row = '', toColumn = column, toRow = row] = found;
  return {
    left: columnNumber(column),
    top: Number(row),
    right: columnNumber(toColumn),
    bottom: Number(toRow),
  };
}

function columnNumber(letters: string): number {
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column;
}
