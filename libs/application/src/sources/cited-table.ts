import {
  placedRow,
  placeOfStored,
  SectionTrees,
  storedPath,
  tablesOf,
  type PlacedCell,
  type SectionSource,
  type StoredTable,
} from '@quarry/retrieval';
import type { SearchReader } from '@quarry/search-index';
import { defined, type Box, type SnapshotRef } from '@quarry/turn';
import type { EvidencePlace } from './evidence-place';

/** A row of a table as a reader sees it, with the cells that are not empty. */
export interface CitedRow {
  readonly label: string;
  /** The heading within the table that it is below; empty without one. */
  readonly group: string;
  /** Line in the document's text, from 1. */
  readonly line: number;
  /** Whether the evidence is this row or a cell of it. */
  readonly cited: boolean;
  readonly cells: readonly (Pick<PlacedCell, 'column' | 'text' | 'unit'> & { readonly cited: boolean })[];
}

/** The table that a piece of evidence is a cell or rows of: the rows around it, with the heads of their columns. */
export interface CitedTable {
  readonly title: string;
  readonly caption: readonly string[];
  /** Unit of all values, `millions USD`. */
  readonly unit?: string;
  readonly columns: StoredTable['columns'];
  readonly rows: readonly CitedRow[];
  /** Rows of the table above and below those that are returned. */
  readonly above: number;
  readonly below: number;
}

/** Rows to show on each side of the cited ones. */
const AROUND = 6;
/** Cited rows to show, at most. */
const MOST = 60;
/** In points: edges of a box are rounded. */
const NEAR = 0.5;

/**
 * The table that a place lies in; undefined if it is in none, or reaches beyond one.
 * @throws Fault `store_unavailable`, `index_missing`
 */
export async function citedTable(
  index: SearchReader,
  ref: SnapshotRef,
  place: EvidencePlace,
): Promise<CitedTable | undefined> {
  const turn: SectionSource['turn'] = { evidence: [], plan: null };
  const source = { index, ref, turn, trees: new SectionTrees(index, ref, undefined) };
  const { path, document, startLine, endLine } = place;
  const stored = placeOfStored(storedPath({ path, ...defined({ document }) }), await source.trees.manifest());
  const found = await tablesOf(source, stored);
  const isCited = ({ line }: { readonly line: number }): boolean => startLine <= line && line <= endLine;
  const table = found?.tables.find(
    (one) => one.startLine <= startLine && endLine <= one.endLine && one.rows.some(isCited),
  );
  return table && around(table, place, isCited);
}

function around(
  table: StoredTable,
  place: EvidencePlace,
  isCited: (row: { readonly line: number }) => boolean,
): CitedTable {
  const { title, caption, unit, columns, rows } = table;
  const first = Math.max(0, rows.findIndex(isCited) - AROUND);
  const last = Math.min(rows.findLastIndex(isCited) + AROUND, first + MOST - 1, rows.length - 1);
  return {
    ...{ title, caption, columns, above: first, below: rows.length - 1 - last },
    ...defined({ unit }),
    rows: rows.slice(first, last + 1).map((row): CitedRow => {
      const { label, group, line, cells } = placedRow({ table, row, cells: row.cells });
      const cited = isCited(row);
      return {
        ...{ label, group, line, cited },
        cells: cells.map((cell) => ({
          ...{ column: cell.column, text: cell.text, cited: cited && isCellOf(place, cell) },
          ...defined({ unit: cell.unit }),
        })),
      };
    }),
  };
}

/** Whether evidence is a value, and this is its cell: a row has no cell of its own. */
function isCellOf({ kind, pages, range }: EvidencePlace, cell: PlacedCell): boolean {
  if (kind !== 'finding') return false;
  if (range !== undefined) return range === cell.range;
  const box = pages?.find(({ page }) => page === cell.page)?.box;
  return box !== undefined && box !== null && cell.box !== undefined && isSame(box, cell.box);
}

function isSame(one: Box, other: Box): boolean {
  return one.every((edge, at) => Math.abs(edge - (other[at] ?? 0)) <= NEAR);
}
