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
import { edgesOf, hasFigures, isTitle, leadOf, NOTE, type Edges } from './table-lead';

/** Lines that belong together: a table with its columns, or other lines (no columns). */
export interface Block {
  readonly rows: readonly Row[];
  readonly columns: readonly Column[] | null;
}

/** A label of a table may span this many lines without a number. */
const MOST_LABELS = 4;
const MOST_HEADINGS = 3;
/** Lines of the head of one column, at most; it is narrower than the table by this share. */
const MOST_LINES = 6;
const NARROW = 0.3;
/** In heights of letters. */
const FARTHEST = 4;
/** In points: how far the right edges of figures in one column may differ. */
const BESIDE = 6;
/** A heading may be off the middle of its columns by this share of their width. */
const OFF = 0.25;
/** Or by this number of heights of letters. */
const FARTHEST_OFF = 5;
/** Letters of a line between a heading and its table, at most. */
const SHORT = 40;
/** The mark of a list entry or the number of a heading, printed apart from its text. */
const MARK =
  /^(?:[•●○▪■◦‣·*§–—-]|\(?(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{1,5})[.)]|\d{1,2}(?:\.\d{1,2}){0,4}\.?|Item\s\d{1,2}[A-C]?\.)$/;

/** Finds the tables among consecutive lines. */
export function blocksOf(lines: readonly Row[], rules: readonly Rule[]): Block[] {
  const rows = ruledRows(lines, rules);
  const blocks: Block[] = [];
  let at = 0;
  let text: Row[] = [];
  while (at < rows.length) {
    const table = isSplit(rows[at]) ? tableAt(rows, at) : null;
    if (!table) {
      text.push(...rows.slice(at, ++at));
      continue;
    }
    at += table.length;
    const lead = leadOf(table);
    // The rows above a table may be a table without figures.
    for (const block of lead > 0
      ? blocksOf([...text, ...table.slice(0, lead)], rules)
      : [{ rows: text, columns: null }]) {
      blocks.push(block);
    }
    const above = blocks.pop();
    const own = table.slice(lead);
    const headings = above && above.columns === null ? headingsOver(above.rows, own) : [];
    if (above && above.rows.length > headings.length)
      blocks.push({ ...above, rows: above.rows.slice(0, above.rows.length - headings.length) });
    text = [];
    const whole = withRuledHeads(withPartedHeads([...headings, ...own]), rules);
    blocks.push({ rows: whole, columns: columnsOf(whole.map((row) => row.segments)) });
  }
  if (text.length > 0) blocks.push({ rows: text, columns: null });
  return blocks;
}

/** Among rows of values, a line is below a row or below each of its cells. */
function withRuledHeads(rows: readonly Row[], rules: readonly Rule[]): readonly Row[] {
  const first = Math.max(0, rows.findIndex(hasFigures));
  return [...ruledRows(rows.slice(0, first + 1), rules), ...ruledRows(rows.slice(first + 1), [])];
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
    for (const part of row.segments.filter((one) => one.numeric)) widen(numbers, part, taken.length);
  }
  while (taken.length > 0 && !isSplit(taken.at(-1))) taken.pop();
  return isAligned(taken) ? taken : null;
}

/** Whether a number of the row spans two columns of numbers: then another table begins. */
function bridges(row: Row, numbers: readonly OpenColumn[]): boolean {
  return row.segments.some((part) => part.numeric && !areOne(columnsUnder(numbers, part)));
}

/**
 * Whether a row below further heads is of another table: a sentence introduces the heads, or most of the row's figures
 * end where none of those above do.
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
  if (isIntroduced) return true;
  const ends = taken.filter(hasFigures).flatMap(({ segments }) => segments.slice(1).filter(isFigure));
  const figures = row.segments.slice(1).filter(isFigure);
  const known = figures.filter(({ x1 }) => ends.some((end) => Math.abs(end.x1 - x1) <= BESIDE));
  return known.length * 2 < figures.length;
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

/**
 * Lines directly above a table that are over its columns but not its labels: `Years ended December 31`. A line such as
 * `PART I` may be between them and its rows.
 */
function headingsOver(above: readonly Row[], table: readonly Row[]): readonly Row[] {
  const edges = edgesOf(table);
  const rows = [...above, ...table.slice(0, 1)];
  const isNear = (at: number): boolean => {
    const [row, below] = [rows[at], rows[at + 1]];
    return row !== undefined && below !== undefined && below.top - row.bottom <= 1.5 * row.size;
  };
  if (!edges) return [];
  const fewest = above.length - MOST_LINES;
  let from = above.length;
  let last = from;
  const isHeadAt = (at: number, row: Row): boolean => {
    if (from === at + 1 && isUpperLine(row, rows[at + 1], edges)) return true;
    return above.length - at <= MOST_HEADINGS && isHeading(row, edges);
  };
  for (let at = above.length - 1; at >= Math.max(0, fewest) && isNear(at); at--) {
    const row = above[at];
    if (row && isHeadAt(at, row)) from = at;
    else if (!row || from < last || !isShort(row)) break;
    if (from === at && last === above.length) last = at;
  }
  return above.slice(from);
}

/** Whether the line below a text is over figures, and not over labels as that of a title is. */
function isRuled({ span }: Segment, { size }: Row, { from, figures }: Edges): boolean {
  return span !== undefined && span[0] > from + 2 * size && span[1] > figures;
}

function isHeading(row: Row, edges: Edges): boolean {
  const { segments, size } = row;
  const { labels, figures, end } = edges;
  const [first, last] = [segments[0], segments.at(-1)];
  if (!first || !last) return false;
  if (first.x0 >= figures - 2 * size || segments.some((part) => isRuled(part, row, edges))) return true;
  if (isTitle(row, edges)) return false;
  const off = Math.abs(first.x0 + last.x1 - figures - end) / 2;
  return first.x0 > labels && off <= Math.max(OFF * (end - figures), FARTHEST_OFF * size);
}

/** Whether each cell of a line is the upper line of the head of one column: `North` over `America`. */
function isUpperLine({ segments, size }: Row, below: Row | undefined, edges: Edges): boolean {
  if (!below || hasFigures(below)) return false;
  const heads = below.segments.filter(({ x0 }) => x0 > edges.labels);
  const isNarrow = ({ x0, x1 }: Segment): boolean => x1 - x0 <= NARROW * (edges.end - edges.from);
  return segments.every(
    (one) => isNarrow(one) && heads.some((head) => Math.abs(one.x0 + one.x1 - head.x0 - head.x1) < 2 * size),
  );
}

function isShort({ segments }: Row): boolean {
  const [only, ...others] = segments;
  return only !== undefined && others.length === 0 && only.text.length <= SHORT && !/[.;:]$/.test(only.text);
}
