import { isRow, plainRows, sheetRows, type SheetRow } from '@quarry/arithmetic';
import { textWithHead, type Evidence } from '@quarry/turn';

export type GridCell = SheetRow['cells'][number];

export interface GridRow extends SheetRow {
  readonly evidence: Evidence;
}

/** The rows of one table that were read, with all their cells. */
export interface Grid {
  readonly path: string;
  /** Title, caption and place of the table. */
  readonly about: string;
  readonly rows: readonly GridRow[];
}

const MAX_LINE = 4_000;
/** Lines above a table that describe it. */
const CAPTION = 6;

/** True for the files whose tables are read cell by cell: only a row and a column that are matched answer. */
export function isSheet({ format }: Pick<Evidence, 'format'>): boolean {
  return format === 'csv' || format === 'xlsx' || format === 'ods';
}

/** The same, of a file by its name. */
export function isSheetPath(path: string): boolean {
  return /\.(?:csv|tsv|xlsx|xlsm|ods)$/i.test(path);
}

/** The tables in the spreadsheets and CSV files that were read; rows of one table that were read one by one are one. */
export function gridsOf(read: readonly Evidence[]): readonly Grid[] {
  const grids = read.filter(isSheet).flatMap(gridsIn);
  const tables = Map.groupBy(grids, (grid) => {
    const [row] = grid.rows;
    return JSON.stringify([grid.path, row?.cells.map(({ head }) => head), grid.title]);
  });
  return [...tables.values()].flatMap((parts) => {
    const [first] = parts;
    if (!first) return [];
    const rows = new Map(parts.flatMap((part) => part.rows).map((row) => [keyOf(row), row]));
    return [{ path: first.path, about: first.about, rows: [...rows.values()] }];
  });
}

function keyOf({ group, cells }: GridRow): string {
  return JSON.stringify([group, cells.map(({ text, column }) => [column, text])]);
}

interface ReadGrid extends Grid {
  readonly title: string;
}

function gridsIn(evidence: Evidence): readonly ReadGrid[] {
  const lines = textWithHead(evidence)
    .split('\n')
    .map((line) => line.slice(0, MAX_LINE));
  const about = [evidence.section ?? '', evidence.title ?? '', evidence.path, evidence.range ?? ''].join(' ');
  const grids: ReadGrid[] = [];
  for (let at = 0; at < lines.length;) {
    if (!isRow(lines[at] ?? '')) {
      at += 1;
      continue;
    }
    let end = at;
    while (end < lines.length && isRow(lines[end] ?? '')) end += 1;
    const caption = lines.slice(Math.max(0, at - CAPTION), at).filter((line) => !isRow(line));
    const own = lines.slice(at, end);
    const rows = (evidence.format === 'csv' ? plainRows(own) : sheetRows(own, caption)).map((row) => ({
      ...row,
      evidence,
    }));
    const title = (evidence.range ?? '').split('!')[0] ?? '';
    if (rows.length > 0)
      grids.push({ path: evidence.path, title, about: `${about} ${caption.join(' ')}`, rows });
    at = end;
  }
  return grids;
}
