import { scaleOf, type DataCell, type DataRow } from '@quarry/arithmetic';
import { rangeOf } from '@quarry/search-index';
import { defined, type Box } from '@quarry/turn';
import type { PickedRow } from './pick-cells';
import type { StoredTable } from './stored-table';

/** Where a cell is: its page with its box there, or its cell in a spreadsheet. */
export interface CellPlace {
  readonly page?: number;
  readonly box?: Box;
  /** `Prices!B7`. */
  readonly range?: string;
  /** Confidence of OCR in its row, 0..1; absent for text of the file. */
  readonly ocr?: number;
}

/** A cell as callers get it: with the power of ten of its unit, and its place. */
export interface PlacedCell extends DataCell, CellPlace {
  /** 6 for `millions USD`; 0 if the unit names none. */
  readonly scale: number;
}

/** A row as callers get it. */
export interface PlacedRow {
  /** Id of its table. */
  readonly table: string;
  readonly label: string;
  readonly group: string;
  readonly line: number;
  readonly cells: readonly PlacedCell[];
}

/** A picked row with the place and the scale of each of its cells. */
export function placedRow({ table, row, cells }: PickedRow): PlacedRow {
  const { label, group, line } = row;
  return {
    ...{ table: table.id, label, group, line },
    cells: cells.map((cell) => ({ ...cell, scale: scaleOf(cell.unit), ...placeOfCell(table, row, cell) })),
  };
}

/** Where a cell of a row is. */
function placeOfCell({ places }: StoredTable, { line }: DataRow, { column }: DataCell): CellPlace {
  const { page, box, cells, sheet, row, ocr } = places.get(line) ?? {};
  const cell = cells?.[column];
  if (sheet !== undefined && row !== undefined)
    return cell ? defined({ range: rangeOf([{ sheet, row, cells: [cell] }]) }) : {};
  if (page === undefined) return {};
  const [, , x0, x1] = cell ?? [];
  const read = defined({ page, ocr });
  return x0 === undefined || x1 === undefined || !box ? read : { ...read, box: [x0, box[1], x1, box[3]] };
}
