import { plainRows } from '@quarry/arithmetic';
import type { StoredTable } from '../stored-table';
import type { TablesOfDocument } from '../find-tables';

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
  const [head, ...more] = stored.heads;
  // The first line of a CSV file is its head, whatever its cells are; further ones that look like heads are records.
  if (head === undefined || (more.length > 0 && stored.format !== 'csv')) return null;
  const at = lines.indexOf(head, Math.max(0, stored.startLine - startLine));
  if (at < 0) return null;
  const own = lines.slice(at, stored.endLine - startLine + 1);
  const read = plainRows([head, ...own.slice(1)]);
  const columns = textsOf(head);
  if (columns.length < 2 || read.length >= MOST_ROWS || read.length * columns.length > MOST_CELLS)
    return null;
  const rows = read.flatMap(({ cells }, index): RecordRow[] => {
    const texts = columns.map((_column, column) => cells.find((cell) => cell.column === column)?.text ?? '');
    // A file may repeat its head.
    const isHead = own[index + 1] === head;
    return isHead || cells.length === 0 ? [] : [{ line: startLine + at + 1 + index, cells: texts }];
  });
  // Rows of one cell are headings or notes: blocks of a report, no records.
  if (rows.some(({ cells }) => cells.filter((cell) => cell !== '').length < 2)) return null;
  const isTotal = ({ cells }: RecordRow): boolean =>
    TOTAL.test(cells.find((cell) => cell !== '')?.trim() ?? '');
  const records = rows.filter((row) => !isTotal(row));
  const about = `${stored.path} ${stored.title} ${sheetOf(stored)}`;
  return { path: stored.path, stored, about, columns, rows: records, totals: rows.length - records.length };
}

/** The name of the sheet that a table is in; empty for a file without sheets. */
export function sheetOf({ range = '' }: StoredTable): string {
  return range.split('!')[0] ?? '';
}

function textsOf(line: string): readonly string[] {
  return line.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'));
}
