import type { Row } from './columns';
import { CELL_GAP, type Segment } from './segments';
import type { Rule } from './drawn';
import { ruledRows } from './ruled';
import { withPartedHeads } from './parted-heads';
import { areDates } from './parted-periods';
import {
  areOne,
  columnsOf,
  columnsUnder,
  isFigure,
  widen,
  type Column,
  type OpenColumn,
} from './table-columns';
import { headsAbove, withHeadOfAll } from './heads-above';
import { edgesOf, hasFigures, NOTE } from './table-lead';

/** Lines that belong together: a table with its columns, or other lines (no columns). */
export interface Block {
  readonly rows: readonly Row[];
  readonly columns: readonly Column[] | null;
  /** Number of head rows, if its figures show which are. */
  readonly heads?: number;
}

/** A label of a table may span this many lines without a number. */
const MOST_LABELS = 4;
/** In heights of letters. */
const FARTHEST = 4;
/** In heights of letters: a mark is so close to its text. */
const MARKED = 3;
/** In points: how far the right edges of figures in one column may differ. */
const BESIDE = 6;
/** The mark of a list entry or the number of a heading, printed apart from its text. */
const MARK =
  /^(?:[•●○▪■◦‣·*§–—-]|\(?(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{1,5})[.)]|\d{1,2}(?:\.\d{1,2}){0,4}\.?|Item\s\d{1,2}[A-C]?\.)$/;

/** The mark of an entry of a list: the words behind it are one label with it. */
const BULLET = /^(?:[•●○▪■◦‣·*–—-]|\(?[a-zA-Z]\)|\(?[ivx]{1,4}\))$/;

/** Finds the tables among consecutive lines: first their rows with figures, then the heads above them. */
export function blocksOf(lines: readonly Row[], rules: readonly Rule[]): Block[] {
  const rows = ruledRows(lines, rules).map(withLabel);
  const blocks: Block[] = [];
  /** Lines since the last row with figures: texts, tables of words, and the heads of the next table. */
  let above: Row[] = [];
  for (let at = 0; at < rows.length;) {
    const table = isSplit(rows[at]) ? tableAt(rows, at) : null;
    const first = table ? firstOfBody(table) : -1;
    if (!table || first < 0) {
      const end = at + (table?.length ?? 1);
      above.push(...rows.slice(at, end));
      at = end;
      continue;
    }
    at += table.length;
    above.push(...table.slice(0, first));
    const body = table.slice(first);
    const [from, to] = headsAbove(above, body);
    blocks.push(...blocksOfWords(above.slice(0, from)));
    const ruled = withRuledHeads(withPartedHeads([...above.slice(from), ...body]), rules);
    const many = to - from;
    const whole = [...withHeadOfAll(ruled.slice(0, many), body), ...ruled.slice(many)];
    // The columns are those of the body: a head is over some of them, however wide it is.
    const columns = columnsOf(whole.slice(whole.length - body.length).map((row) => row.segments));
    blocks.push({ rows: whole, columns, heads: many });
    above = [];
  }
  return [...blocks, ...blocksOfWords(above)];
}

/** The first row with figures: not one in which a few numbers are among heads in words, over columns of figures. */
function firstOfBody(rows: readonly Row[]): number {
  const first = rows.findIndex(hasFigures);
  const share = ({ segments: [, ...others] }: Row): number => others.filter(isFigure).length / others.length;
  const below = rows.slice(first + 1).filter(hasFigures);
  const [row] = rows.slice(first, first + 1);
  const isHead = row !== undefined && share(row) < 0.5 && row.segments.length > 2;
  return isHead && below.length > 1 && below.every((one) => share(one) > 0.7)
    ? rows.indexOf(below[0] ?? row)
    : first;
}

/** Tables of words, and the text around them. */
function blocksOfWords(rows: readonly Row[]): Block[] {
  const blocks: Block[] = [];
  let text: Row[] = [];
  for (let at = 0; at < rows.length;) {
    const table = isSplit(rows[at]) ? tableAt(rows, at) : null;
    if (!table) {
      text.push(...rows.slice(at, ++at));
      continue;
    }
    if (text.length > 0) blocks.push({ rows: text, columns: null });
    blocks.push({ rows: table, columns: columnsOf(table.map((row) => row.segments)) });
    text = [];
    at += table.length;
  }
  if (text.length > 0) blocks.push({ rows: text, columns: null });
  return blocks;
}

/** Among rows of values, a line is below a row or below each of its cells. */
function withRuledHeads(rows: readonly Row[], rules: readonly Rule[]): readonly Row[] {
  const first = Math.max(0, rows.findIndex(hasFigures));
  return [...ruledRows(rows.slice(0, first + 1), rules), ...ruledRows(rows.slice(first + 1), [])];
}

/** Joins the mark of a list entry or a number to the words next to it: `60` and `- 69 years` are one label. */
function withLabel(row: Row): Row {
  const [first, second, third, ...others] = row.segments;
  if (!first || !second || !third || (second.numeric && !/^[-–—]$/.test(second.text))) return row;
  const isMark = BULLET.test(first.text) && second.x0 - first.x1 < MARKED * row.size;
  const isBegun = first.numeric && second.x0 - first.x1 < CELL_GAP * row.size;
  if (!isMark && !isBegun) return row;
  const joined = { ...first, text: `${first.text} ${second.text}`, x1: second.x1, numeric: false };
  return withLabel({ ...row, segments: [joined, third, ...others] });
}

/** Whether a row has parts with a wide gap between them and is not a list entry. */
function isSplit(row: Row | undefined): boolean {
  if (!row || row.segments.length < 2) return false;
  if (areDates(row.segments.map(({ text }) => text))) return true;
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
      if (bridges(row, numbers) || isElsewhere(row, taken)) {
        // Trailing rows without figures are the headings of the next table.
        while (taken.at(-1)?.segments.every((part) => !isFigure(part))) taken.pop();
        break;
      }
      labels = 0;
    } else if (++labels > MOST_LABELS) break;
    else if (!isBeside(row, edgeOf(numbers, taken)) && !isNoteBelow(row, taken)) break;
    taken.push(row);
    for (const part of row.segments.filter(isFigure)) widen(numbers, part, taken.length);
  }
  while (taken.length > 0 && !isSplit(taken.at(-1))) taken.pop();
  return isAligned(taken) ? taken : null;
}

/** Whether a number of the row spans two columns of numbers: then another table begins. */
function bridges(row: Row, numbers: readonly OpenColumn[]): boolean {
  return row.segments.some((part) => isFigure(part) && !areOne(columnsUnder(numbers, part)));
}

/**
 * Whether a row below further heads is of another table: a sentence introduces the heads, they name as many columns as
 * the row has, or most of the row's figures end where none of those above do.
 */
function isElsewhere(row: Row, taken: readonly Row[]): boolean {
  const last = taken.findLastIndex(hasFigures);
  const edges = edgesOf(taken);
  if (last < 0 || !edges || !hasFigures(row)) return false;
  const between = taken.slice(last + 1);
  const isBelowHeads = between.some(({ segments }) => (segments.at(-1)?.x1 ?? 0) > edges.figures);
  if (!isBelowHeads) return false;
  const isIntroduced = between.some(
    ({ segments: [only, ...others], size }) =>
      only && others.length === 0 && only.x1 > edges.labels + 2 * size && only.text.endsWith(':'),
  );
  const figures = row.segments.slice(1).filter(isFigure);
  if (isIntroduced || between.some((one) => namesColumns(one, taken, row.segments.length - 1))) return true;
  const ends = taken.filter(hasFigures).flatMap(({ segments }) => segments.slice(1).filter(isFigure));
  const known = figures.filter(({ x1 }) => ends.some((end) => Math.abs(end.x1 - x1) <= BESIDE));
  return known.length * 2 < figures.length;
}

/** Whether a row has a head for each of several columns, below rows with nothing but figures behind their labels. */
function namesColumns({ segments }: Row, above: readonly Row[], columns: number): boolean {
  const edge = Math.min(
    ...above.filter(hasFigures).map((row) => row.segments.slice(1).find(isFigure)?.x0 ?? Infinity),
  );
  const heads = segments.filter(({ x1 }) => x1 > edge);
  const areFigures = above
    .filter(hasFigures)
    .every((row) => row.segments.slice(1).every((part) => isFigure(part) || part.x1 <= edge));
  return columns > 1 && heads.length >= columns && heads.every((part) => !isFigure(part)) && areFigures;
}

/** Where the labels of a table end: at its numbers or, without numbers, at its second cells. */
function edgeOf(numbers: readonly Column[], rows: readonly Row[]): number {
  if (numbers.length > 0) return Math.min(...numbers.map((column) => column.x0));
  return Math.min(...rows.filter(isSplit).map((row) => row.segments[1]?.x0 ?? Infinity));
}

/** Whether a line without wide gaps is among the labels or over the numbers, but not across both as prose is. */
function isBeside(row: Row, edge: number): boolean {
  const [first, last] = [row.segments[0], row.segments.at(-1)];
  if (!first || !last) return false;
  return last.x1 <= edge + row.size || first.x0 >= edge - row.size;
}

/** Whether a line is a unit in the middle below heads, not beyond them. */
function isNoteBelow({ segments: [only] }: Row, taken: readonly Row[]): boolean {
  const heads = taken.findLast(({ segments }) => segments.length > 1);
  const [first, last] = [heads?.segments[0], heads?.segments.at(-1)];
  if (!only || !first || !last || !NOTE.test(only.text)) return false;
  return only.x0 >= first.x0 && only.x1 <= last.x1;
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
