import type { StoredTable } from '../stored-table';
import type { TablesOfDocument } from '../find-tables';
import { recordBlock, type RecordBlock } from './record-block';

/** A row of records: its cells by column, the empty text where there is none. */
export interface RecordRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/** A table whose rows are records of one kind, below one head with a name for each column. */
export interface RecordTable {
  readonly path: string;
  /** Id, title and place of the stored table. */
  readonly stored: StoredTable;
  /** What names the table: its path, its title, its sheet. */
  readonly about: string;
  readonly columns: readonly string[];
  readonly rows: readonly RecordRow[];
  /** Rows of totals, which are no records of their own. */
  readonly totals: number;
  /** Lines above the head and below the rows that are notes. */
  readonly notes: number;
}

/** What the loaders of files read: beyond it, a table may be incomplete. */
const MOST_CELLS = 500_000;
const MOST_ROWS = 200_000;
const TOTAL = /^(?:grand |sub-?)?totals?:?$|^overall$|^sum$/i;

/** The tables of records of a spreadsheet or CSV file that were stored whole. */
export function recordTables({ whole, tables }: TablesOfDocument): readonly RecordTable[] {
  const lines = whole.text.split('\n');
  return tables.flatMap((stored) => {
    const table = recordTable(stored, lines, whole.startLine);
    return table === null ? [] : [table];
  });
}

function recordTable(stored: StoredTable, lines: readonly string[], startLine: number): RecordTable | null {
  const from = Math.max(0, stored.startLine - startLine);
  const own = lines.slice(from, stored.endLine - startLine + 1).map(textsOf);
  const block = stored.format === 'csv' ? csvBlock(stored, own.length) : recordBlock(own);
  if (!block) return null;
  const texts = own[block.head] ?? [];
  // A sheet has empty columns, and notes beside the table.
  const at = texts.flatMap((text, column) => (text === '' && stored.format !== 'csv' ? [] : [column]));
  const columns = at.map((column) => texts[column] ?? '');
  const size = block.end - block.head;
  if (columns.length < 2 || size >= MOST_ROWS || size * columns.length > MOST_CELLS) return null;
  const rows = own.slice(block.head + 1, block.end).flatMap((row, index): RecordRow[] => {
    // A file may repeat its head.
    if (row.join('|') === texts.join('|') || row.every((cell) => cell === '')) return [];
    const cells = at.map((column) => row[column] ?? '');
    return [{ line: stored.startLine + block.head + 1 + index, cells }];
  });
  const isTotal = ({ cells }: RecordRow): boolean =>
    TOTAL.test(cells.find((cell) => cell !== '')?.trim() ?? '');
  const records = rows.filter((row) => !isTotal(row));
  // Rows of one cell are headings or notes: blocks of a report, no records.
  if (records.some(({ cells }) => cells.filter((cell) => cell !== '').length < 2)) return null;
  const about = `${stored.path} ${stored.title} ${sheetOf(stored)}`;
  const totals = rows.length - records.length;
  const notes = stored.format === 'csv' ? 0 : block.head + own.length - block.end;
  return { ...{ path: stored.path, stored, about, columns, totals, notes }, rows: records };
}

/** The first line of a CSV file is its head, whatever its cells are; further ones that look like heads are records. */
function csvBlock({ heads, caption }: StoredTable, end: number): RecordBlock | null {
  return heads.length === 0 ? null : { head: caption.length, end };
}

/** The name of the sheet that a table is in; empty for a file without sheets. */
export function sheetOf({ range = '' }: StoredTable): string {
  return range.split('!')[0] ?? '';
}

function textsOf(line: string): readonly string[] {
  return line.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'));
}
