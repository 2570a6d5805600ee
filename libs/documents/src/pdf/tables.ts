import type { Row } from './columns';
import { CELL_GAP, type Segment } from './segments';
import { areOne, columnsOf, columnsUnder, widen, type Column, type OpenColumn } from './table-columns';

/** Lines that belong together: a table with its columns, or other lines (no columns). */
export interface Block {
  readonly rows: readonly Row[];
  readonly columns: readonly Column[] | null;
}

/** A label of a table may span this many lines without a number. */
const MOST_LABELS = 4;
const MOST_HEADINGS = 3;
/** In heights of letters. */
const FARTHEST = 4;
/** The mark of a list entry or the number of a heading, printed apart from its text. */
const MARK =
  /^(?:[•●○▪■◦‣·*§–—-]|\(?(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{1,5})[.)]|\d{1,2}(?:\.\d{1,2}){0,4}\.?|Item\s\d{1,2}[A-C]?\.)$/;

/** Finds the tables among consecutive lines. */
export function blocksOf(rows: readonly Row[]): Block[] {
  const blocks: Block[] = [];
  let at = 0;
  let text: Row[] = [];
  while (at < rows.length) {
    const table = isSplit(rows[at]) ? tableAt(rows, at) : null;
    if (!table) {
      text.push(...rows.slice(at, ++at));
      continue;
    }
    const headings = headingsOver(text, table);
    text = text.slice(0, text.length - headings.length);
    if (text.length > 0) blocks.push({ rows: text, columns: null });
    text = [];
    const whole = [...headings, ...table];
    blocks.push({ rows: whole, columns: columnsOf(whole.map((row) => row.segments)) });
    at += table.length;
  }
  if (text.length > 0) blocks.push({ rows: text, columns: null });
  return blocks;
}

/** Whether a row has parts with a wide gap between them and is not a list entry. */
function isSplit(row: Row | undefined): boolean {
  if (!row || row.segments.length < 2) return false;
  const [first, second] = row.segments;
  if (row.segments.length === 2 && first && second && MARK.test(first.text) && !second.numeric) return false;
  return row.segments.some(
    (part, i) => part.x0 - (row.segments[i - 1]?.x1 ?? part.x0) >= CELL_GAP * row.size,
  );
}

/** The rows of a table that begins here; null if they do not form a table. */
function tableAt(rows: readonly Row[], from: number): Row[] | null {
  const taken: Row[] = [];
  const numbers: OpenColumn[] = [];
  let labels = 0;
  for (const row of rows.slice(from)) {
    const before = taken.at(-1);
    if (before && row.top - before.bottom > FARTHEST * row.size) break;
    if (isSplit(row)) {
      if (bridges(row, numbers)) {
        // Trailing rows without numbers are the headings of the next table.
        while (taken.at(-1)?.segments.every((part) => !part.numeric)) taken.pop();
        break;
      }
      labels = 0;
    } else if (++labels > MOST_LABELS || !isBeside(row, edgeOf(numbers, taken))) break;
    taken.push(row);
    for (const part of row.segments.filter((one) => one.numeric)) widen(numbers, part, taken.length);
  }
  while (taken.length > 0 && !isSplit(taken.at(-1))) taken.pop();
  return isAligned(taken) ? taken : null;
}

/** Whether a number of the row spans two columns of numbers: then another table begins. */
function bridges(row: Row, numbers: readonly OpenColumn[]): boolean {
  return row.segments.some((part) => part.numeric && !areOne(columnsUnder(numbers, part)));
}

/** Where the labels of a table end: at its numbers or, without numbers, at its second cells. */
function edgeOf(numbers: readonly Column[], rows: readonly Row[]): number {
  if (numbers.length > 0) return Math.min(...numbers.map((column) => column.x0));
  return Math.min(...rows.filter(isSplit).map((row) => row.segments[1]?.x0 ?? Infinity));
}

/** Whether a line of one part is among the labels or over the numbers, but not across both as prose is. */
function isBeside(row: Row, edge: number): boolean {
  const [only] = row.segments;
  return only !== undefined && (only.x1 <= edge + row.size || only.x0 >= edge - row.size);
}

/** Whether cells are aligned in a column, or a row has several numbers. */
function isAligned(rows: readonly Row[]): boolean {
  const columns = columnsOf(rows.map((row) => row.segments));
  const split = rows.filter(isSplit);
  if (split.some((row) => row.segments.slice(1).filter((part) => part.numeric).length > 1)) return true;
  const cells = (column: Column): Segment[] =>
    split.flatMap((row) => row.segments.slice(1).filter((part) => columnsUnder([column], part).length > 0));
  return columns.some((column) => {
    const within = cells(column);
    return within.length >= 3 || (within.length === 2 && within.some((part) => part.numeric));
  });
}

/** Lines directly above a table that are over its columns but not its labels: `Years ended December 31`. */
function headingsOver(above: readonly Row[], table: readonly Row[]): Row[] {
  const numbers = columnsOf(table.map((row) => row.segments.slice(1).filter((part) => part.numeric)));
  const edge = numbers[0]?.x0 ?? Infinity;
  const headings: Row[] = [];
  for (const row of [...above].reverse()) {
    const below = headings[0] ?? table[0];
    if (!below || headings.length >= MOST_HEADINGS || below.top - row.bottom > 1.5 * row.size) break;
    if (!row.segments.every((part) => part.x0 >= edge - 2 * row.size)) break;
    headings.unshift(row);
  }
  return headings;
}
