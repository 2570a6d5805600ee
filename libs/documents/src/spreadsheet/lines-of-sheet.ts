import type { DocumentLine } from '../document';
import { cellText, rowText, type RowCell } from '../tables/cell-text';
import { headRowsIn } from '../tables/head-rows';
import type { Sheet, SheetRow } from './sheet';

/** The lines of a workbook: each sheet is a section with its tables, its texts and its formulas. */
export function linesOfSheets(sheets: readonly Sheet[]): DocumentLine[] {
  return sheets.flatMap((sheet) => {
    const lines = blocksOf(sheet.rows).flatMap((block) => linesOfBlock(sheet, block));
    const formulas = sheet.formulas.map(({ cells, formula }): DocumentLine => ({
      text: `${cells} = ${formula}`,
      kind: 'text',
      layout: { sheet: sheet.name },
    }));
    if (lines.length === 0) return [];
    return [
      heading(sheet.isHidden ? `${sheet.name} (hidden sheet)` : sheet.name, 1, sheet.name),
      ...lines,
      ...(formulas.length > 0 ? [heading(`Formulas of ${sheet.name}`, 2, sheet.name), ...formulas] : []),
    ];
  });
}

function heading(text: string, level: number, sheet: string): DocumentLine {
  return { text, kind: 'heading', level, layout: { sheet } };
}

/** Rows without an empty row between them. */
function blocksOf(rows: readonly SheetRow[]): SheetRow[][] {
  const blocks: SheetRow[][] = [];
  let last = -1;
  for (const row of rows) {
    if (row.cells.length === 0) continue;
    if (row.number === last + 1) blocks.at(-1)?.push(row);
    else blocks.push([row]);
    last = row.number;
  }
  return blocks;
}

function linesOfBlock(sheet: Sheet, block: readonly SheetRow[]): DocumentLine[] {
  const columns = [...new Set(block.flatMap(({ cells }) => cells.map(({ column }) => column)))].sort(
    (a, b) => a - b,
  );
  const isTable = columns.length > 1;
  // Single cells above a table are its title, its unit and its notes; further right, one names columns.
  const table = block.findIndex(({ cells }) => cells.length > 1 || cells[0]?.column !== columns[0]);
  const titles = isTable ? Math.max(0, table) : block.length;
  const rows = block.slice(titles);
  const marked = rows.findLastIndex(({ number }) => sheet.heads.has(number)) + 1;
  const heads = marked > 0 ? marked : headRowsIn(rows.map((row) => textsOf(row.cells, columns)));
  return [
    ...block.slice(0, titles).map((row): DocumentLine => {
      const text = row.cells.map((cell) => cellText(cell.text)).join(' ');
      return {
        text,
        kind: 'text',
        layout: { sheet: sheet.name, row: row.number, cells: wholeLine(row, text) },
      };
    }),
    ...rows.map(({ number, cells }, i): DocumentLine => {
      const own = i < heads ? spread(cells) : cells;
      const { text, cells: places } = rowText(own, columns);
      const layout = { sheet: sheet.name, row: number, cells: places };
      return { text, kind: 'row', ...(i < heads && { head: true }), layout };
    }),
  ];
}

function wholeLine({ cells }: SheetRow, text: string): [number, number, number, number][] {
  const [column = 1, last = column] = [cells[0]?.column, cells.at(-1)?.column];
  return [[0, text.length, column, last + 1]];
}

function textsOf(cells: readonly RowCell[], columns: readonly number[]): string[] {
  const texts = new Map(cells.map(({ column, text }) => [column, text]));
  return columns.map((column) => texts.get(column) ?? '');
}

/** A head over several columns names each of them. */
function spread(cells: readonly RowCell[]): RowCell[] {
  return cells.flatMap(({ text, column, span = 1 }) =>
    Array.from({ length: Math.min(span, 50) }, (_, i) => ({ text, column: column + i })),
  );
}
