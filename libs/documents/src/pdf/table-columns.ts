import type { Segment } from './segments';

/** Left and right edge of a table column. */
export interface Column {
  readonly x0: number;
  readonly x1: number;
}

/** A column while its cells are collected. */
export interface OpenColumn {
  x0: number;
  x1: number;
  numbers: number;
  /** The first row with a number in it; Infinity for none. */
  firstNumber: number;
  /** Indices of the rows that have a cell in it. */
  readonly rows: number[];
}

/** A column may have at most this many heading rows. */
const MOST_HEADINGS = 4;
/** In points: how far a dash or a number in parentheses may be from the numbers above it. */
const BESIDE = 6;
const PERIOD =
  /^(?:(?:19|20)\d\d(?: ?[aefp]?\/?$| vs\.? | ?[-–/] ?(?:19|20)?\d\d$)|\d{1,2}\/\d{1,2}\/\d{2,4}\b|\d{1,2} [a-z]{3}\.? (?:19|20)\d\d$|[1-4] ?[qh] ?['’]?(?:19|20)?\d\d$)/i;

/** Determines the columns of rows, from left to right: first from the numbers, then from the text next to them. */
export function columnsOf(rows: readonly (readonly Segment[])[]): Column[] {
  const cells = rows.flatMap((row, at) => row.map((cell) => ({ cell, at, many: row.length })));
  cells.sort((a, b) => Number(b.cell.numeric) - Number(a.cell.numeric) || b.many - a.many);
  const columns: OpenColumn[] = [];
  for (const { cell, at } of cells) widen(columns, cell, at, rows[at]);
  return underHeadings(columns.sort((a, b) => a.x0 - b.x0));
}

/** The columns that a cell overlaps; for a number that overlaps none, the nearest adjacent one. */
export function columnsUnder<C extends Column>(columns: readonly C[], cell: Segment): C[] {
  if (cell.span) {
    const [x0, x1] = cell.span;
    const headed = columns.filter((column) => overlap(column, { x0, x1 }) > (column.x1 - column.x0) / 2);
    if (headed.length > 1) return headed;
  }
  const edges = { x0: cell.from, x1: cell.x1 };
  const over = columns.filter((column) => isOver(column, cell));
  if (over.length > 1 && cell.from < cell.x0) {
    const withoutSign = over.filter((column) => overlap(column, cell) > 0.5);
    return withoutSign.length > 0 ? withoutSign : over;
  }
  if (over.length > 0 || !cell.numeric) return over;
  const beside = columns.filter((column) => overlap(column, edges) > -BESIDE);
  return beside.sort((a, b) => overlap(b, edges) - overlap(a, edges)).slice(0, 1);
}

function isOver(column: Column, cell: Segment): boolean {
  return overlap(column, { x0: cell.from, x1: cell.x1 }) > 0.5;
}

/**
 * Assigns a cell to its column. A cell over several columns is a shared heading and creates no column. A number over
 * several columns that have no row in common shows that they are one column.
 * @param cells of the row: a column below one of the others is not that of a number next to it
 */
export function widen(
  columns: OpenColumn[],
  cell: Segment,
  row: number,
  cells: readonly Segment[] = [],
): void {
  const isTaken = (column: OpenColumn): boolean =>
    column.rows.includes(row) || cells.some((other) => other !== cell && isOver(column, other));
  const [home, ...others] = columnsUnder(
    columns.filter((column) => isOver(column, cell) || !isTaken(column)),
    cell,
  );
  if (home && others.length > 0) {
    if (!cell.numeric || !areOne([home, ...others])) return;
    for (const other of others) {
      absorb(home, other);
      columns.splice(columns.indexOf(other), 1);
    }
  }
  const numbers = Number(cell.numeric);
  if (!home) {
    const firstNumber = isFigure(cell) ? row : Infinity;
    columns.push({ x0: cell.from, x1: cell.x1, numbers, firstNumber, rows: [row] });
    return;
  }
  home.rows.push(row);
  home.numbers += numbers;
  if (isFigure(cell)) home.firstNumber = Math.min(home.firstNumber, row);
  const wide = { x0: Math.min(home.x0, cell.from), x1: Math.max(home.x1, cell.x1) };
  if (columns.some((column) => column !== home && overlap(column, wide) > 0)) return;
  Object.assign(home, wide);
}

/** Merges a heading that is next to the numbers below it, and above none of them, into the nearer adjacent column. */
function underHeadings(columns: readonly OpenColumn[]): Column[] {
  const whole: OpenColumn[] = [];
  for (const [i, column] of columns.entries()) {
    const beside = [whole.at(-1), columns[i + 1]].filter((other) => other && isHeading(column, other));
    const [home] = beside.sort((a, b) => gap(column, a) - gap(column, b));
    if (!home) whole.push(column);
    else absorb(home, column);
  }
  return whole.map(({ x0, x1 }) => ({ x0, x1 }));
}

function absorb(home: OpenColumn, other: OpenColumn): void {
  home.x0 = Math.min(home.x0, other.x0);
  home.x1 = Math.max(home.x1, other.x1);
  home.numbers += other.numbers;
  home.firstNumber = Math.min(home.firstNumber, other.firstNumber);
  home.rows.push(...other.rows);
}

/** Whether no row has cells in two of the columns. */
export function areOne(columns: readonly OpenColumn[]): boolean {
  const rows = columns.flatMap((column) => [...new Set(column.rows)]);
  return new Set(rows).size === rows.length;
}

function isHeading(column: OpenColumn, of: OpenColumn): boolean {
  if (column.rows.length > MOST_HEADINGS || of.numbers < of.rows.length / 2 || of.numbers === 0) return false;
  const first = Number.isFinite(of.firstNumber) ? of.firstNumber : Math.min(...of.rows);
  return areOne([column, of]) && column.rows.every((row) => row < first);
}

/** Whether a cell is a number, and not a year or a date, which head a column. */
export function isFigure({ numeric, text }: Segment): boolean {
  return numeric && !PERIOD.test(text);
}

/** The column whose middle is nearest to that of a text. */
export function nearest<C extends Column>(columns: readonly C[], { x0, x1 }: Column): C | undefined {
  const off = (column: Column): number => Math.abs(column.x0 + column.x1 - x0 - x1);
  return columns.toSorted((a, b) => off(a) - off(b))[0];
}

function overlap(a: Column, b: Column): number {
  return Math.min(a.x1, b.x1) - Math.max(a.x0, b.x0);
}

function gap(a: Column, b: Column | undefined): number {
  return b ? -overlap(a, b) : Infinity;
}
