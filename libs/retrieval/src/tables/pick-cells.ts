import { cellsIn, rowsNamed, type DataCell, type DataRow } from '@quarry/arithmetic';
import { nearestNames } from '@quarry/pipeline';
import type { StoredTable } from './stored-table';

/** Which cells of a table: the row and the column by their names; all of them where a name is absent. */
export interface CellsWanted {
  readonly row?: string;
  readonly column?: string;
}

/** A row of a table with those of its cells that were asked for. */
export interface PickedRow {
  readonly table: StoredTable;
  readonly row: DataRow;
  readonly cells: readonly DataCell[];
}

/** The cells, or why there are none, with the names that are near. */
export type CellsPicked =
  | { readonly kind: 'cells'; readonly rows: readonly PickedRow[] }
  | { readonly kind: 'missing'; readonly why: string };

/** Names that a message lists, at most. */
const LISTED = 8;

/**
 * Picks cells by row and column. Of several tables, the rows whose labels fit best.
 *
 * @example
 * pickCells(found.tables, { row: 'net sales', column: 'FY2022' });
 */
export function pickCells(tables: readonly StoredTable[], { row, column }: CellsWanted): CellsPicked {
  const all = tables.flatMap((table) => table.rows.map((one) => ({ table, row: one, cells: one.cells })));
  const named = row === undefined ? null : new Set(rowsNamed({ rows: all.map((one) => one.row) }, row));
  const rows = named ? all.filter((one) => named.has(one.row)) : all;
  if (row !== undefined && rows.length === 0) return { kind: 'missing', why: noRow(tables, row, all) };
  if (column === undefined) return { kind: 'cells', rows };
  const picked = rows
    .map((one) => ({ ...one, cells: cellsIn(one.row, column) }))
    .filter(({ cells }) => cells.length > 0);
  if (picked.length > 0) return { kind: 'cells', rows: picked };
  const heads = unique(rows.flatMap(({ cells }) => cells.map(({ head, column: at }) => head || `#${at}`)));
  const where = row === undefined ? placesOf(tables) : `the row '${rows[0]?.row.label}'`;
  return {
    kind: 'missing',
    why: `no column of ${where} is called '${column}'; its columns are: ${listed(heads)}`,
  };
}

function noRow(tables: readonly StoredTable[], row: string, all: readonly PickedRow[]): string {
  const labels = unique(all.map((one) => one.row.label)).filter((label) => label !== '');
  const near = nearestNames(row, labels, LISTED);
  const known = near.length > 0 ? `the nearest rows are: ${listed(near)}` : `its rows are: ${listed(labels)}`;
  return `no row of ${placesOf(tables)} is called '${row}'; ${known}`;
}

function placesOf(tables: readonly StoredTable[]): string {
  const [only, ...more] = tables;
  return more.length === 0
    ? `the table '${only?.title ?? ''}' (${only?.id ?? ''})`
    : `${tables.length} tables`;
}

function listed(names: readonly string[]): string {
  return names.slice(0, LISTED).join(' · ') + (names.length > LISTED ? ' · …' : '');
}

function unique(names: readonly string[]): readonly string[] {
  return [...new Set(names)];
}
