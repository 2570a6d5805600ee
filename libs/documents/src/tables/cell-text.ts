import type { LineLayout } from '@quarry/search-index';

/** A cell of a row: its text, its column from 1, and the number of columns that it covers. */
export interface RowCell {
  readonly text: string;
  readonly column: number;
  readonly span?: number;
}

/** A row as a line of text, and the place of each cell in it. */
export interface RowText {
  readonly text: string;
  readonly cells: NonNullable<LineLayout['cells']>;
}

/**
 * The cells of a row as a line, separated by ` | `. Line ends and repeated spaces in a cell become one space, and its
 * vertical bars are escaped (`\|`), so that a cell's text can never become another cell.
 * @param columns the columns of the table in order; those without a cell stay empty
 */
export function rowText(cells: readonly RowCell[], columns: readonly number[]): RowText {
  const byColumn = new Map(cells.map((cell) => [cell.column, cell]));
  const places: [number, number, number, number][] = [];
  let text = '';
  columns.forEach((column, i) => {
    const cell = byColumn.get(column);
    const own = cellText(cell?.text ?? '');
    text += (i > 0 ? ' | ' : '') + own;
    places.push([text.length - own.length, text.length, column, column + (cell?.span ?? 1)]);
  });
  return { text, cells: places };
}

/** The text of one cell within a row. */
export function cellText(text: string): string {
  return text.replace(/\s+/g, ' ').trim().replaceAll('|', '\\|');
}
