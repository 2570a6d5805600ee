import { wholeNumber } from '../numbers/numbers-in';
import type { CellExtents } from './head-spans';
import type { PrintedRow } from './printed-row';
import { isNil, isPrinted, isYear } from './printed';
import { cellsOf, type RowCells } from './row-cells';
import { RowGroup } from './row-group';
import { TableHeads, type PlacedRow } from './table-heads';
import { unitOf } from './unit-of';
import { wrappedLabels } from './wrapped-labels';

/** The lines of a table, as its document prints them. */
export interface PrintedTable {
  /** Lines above its rows: title and unit, or the heading that it is below. */
  readonly caption: readonly string[];
  /** Head rows, from the top. */
  readonly heads: readonly string[];
  /** The other rows. */
  readonly rows: readonly PrintedRow[];
  /** The extents of the cells of each head row, where they are known. */
  readonly headExtents?: readonly (CellExtents | undefined)[];
}

/** A cell that is not empty. */
export interface DataCell {
  /** From 1 for the first column after the labels, counting empty cells. */
  readonly column: number;
  /** Texts of the heads above it, from the top, separated by spaces; may be empty. */
  readonly head: string;
  /** As printed. */
  readonly text: string;
  /** Its number as a plain decimal, negative in brackets: `-3322`; absent for other text. */
  readonly value?: string;
  /** `millions USD`, `%`, `per share`, if the cell, its row, its head or the caption states it. */
  readonly unit?: string;
}

export interface DataRow {
  readonly label: string;
  /** The heading within the table that it is below, `Net sales:`; empty without one. */
  readonly group: string;
  readonly line: number;
  readonly cells: readonly DataCell[];
}

/** A table whose cells are resolved: each with its row, its heads and its unit. */
export interface DataTable {
  /** Name of a column, in order; the names of columns with the same head are equal. */
  readonly columns: readonly { readonly column: number; readonly head: string }[];
  /** Unit that the caption or the heads state for all values. */
  readonly unit?: string;
  readonly rows: readonly DataRow[];
}

/** A line among the first rows that states the unit of all values. */
const UNIT =
  /\(.{0,40}\b(?:thousands|millions|billions|crores?|lakhs?)\b|^in (?:thousands|millions|billions)\b|^\((?:all )?(?:amounts|figures|values) in .{1,40}\)$/i;
/** Maximum length of a line that is read. */
const MAX_LINE = 4_000;

/**
 * Resolves the cells of a table: a value's row label, the heading above the row, the heads above the value (also those
 * that span columns or take several lines), and its unit.
 *
 * @example
 * const table = dataTable({
 *   caption: ['(in millions)'],
 *   heads: [' | 2023 | 2022'],
 *   rows: [{ text: 'Net sales | 5,298 | 4,900', line: 3 }],
 * });
 * table.rows[0]?.cells[1]; // { column: 2, head: '2022', text: '4,900', value: '4900', unit: 'millions' }
 */
export function dataTable({ caption, heads, rows, headExtents = [] }: PrintedTable): DataTable {
  const wrapped = wrappedLabels(rows);
  const read = rows.map(({ text, line, extents }) => ({
    ...{ line, isWrapped: wrapped.has(line), ...cellsOf(text.slice(0, MAX_LINE)) },
    ...(extents && { extents }),
  }));
  const numeric = read.filter(({ cells }) => cells.filled.some(isValue)).length * 2 >= read.length;
  const first = heads.map((head, at): PlacedRow & { readonly label: string } => {
    const extents = headExtents[at];
    return { ...cellsOf(head.slice(0, MAX_LINE)), ...(extents && { extents }) };
  });
  const lowest = first.at(-1);
  const above = new TableHeads(read);
  above.begin(first);
  const figures = columnsOfFigures(read);
  // Labels may be in a further column, and the unit of all values above them.
  const units = first.flatMap(({ cells }) =>
    cells.filled.flatMap(({ text, column }) => (UNIT_ALONE.test(text) && !figures.has(column) ? [text] : [])),
  );
  let about = [...caption, ...first.map(({ label }) => label), ...units]
    .filter((text) => text !== '')
    .join(' · ');
  const found: DataRow[] = [];
  let group = new RowGroup();
  let around = group;
  group.begin(subjectOf(lowest));
  let open = '';
  let begun = false;
  let period = '';
  for (const [at, row] of read.entries()) {
    const { line, label, cells } = row;
    const own = periodOfBlock(label, cells);
    if (own !== null) {
      // The rows below are of another period, and their heads follow.
      [period, open, begun] = [own, '', false];
      above.begin([]);
      group.begin('');
      if (!about.includes(label)) about = about === '' ? label : `${about} · ${label}`;
    } else if (repeats(row, lowest) || (begun && isHead(label, cells) && repeats(read[at + 1], lowest))) {
      // Another table of the same columns: its own upper heads replace those above it.
      if (!begun) above.add(row);
      else if (!repeats(row, lowest)) {
        above.begin([row]);
        [open, begun] = ['', false];
      }
      group.begin('');
    } else if (numeric && isHead(label, cells) && (!begun || isOver(cells, figures))) {
      // One text over columns that have heads of their own names the rows below it.
      if (begun && isSubtitle(cells, above, read[at + 1])) group.begin(cells.filled[0]?.text ?? '');
      else {
        if (begun) above.begin([row]);
        else above.add(row);
        begun = false;
        group.begin(subjectOf({ label, cells }));
      }
    } else if (begun && numeric && isHead(label, cells)) {
      const last = found.pop();
      if (last) found.push({ ...last, cells: joinedCells(last.cells, cells) });
    } else if (cells.filled.length === 0) {
      if (found.length <= 2 && UNIT.test(label)) about = about === '' ? label : `${about} · ${label}`;
      if (open === '' || !goesOn(row)) around = group.copy();
      open = open !== '' && goesOn(row) ? `${open} ${label}` : label;
      // A unit between two blocks of rows is no heading.
      if (!/^\(.*\)$/.test(open) && !UNIT.test(open)) group.begin(open, row.extents);
    } else {
      // What looked like a heading was the first line of this label.
      if (open !== '' && goesOn(row)) group = around;
      const joined = open !== '' && goesOn(row) ? `${open} ${label}` : label || textBefore(cells, figures);
      const named = {
        label: joined,
        group: group.of(joined, row.extents),
        caption: about,
        line: '',
        cells: [],
      };
      found.push({
        ...{ label: joined, group: named.group, line },
        cells: cells.filled.map((cell, at): DataCell => {
          const header = `${period} ${above.above(cell, cells.width, at, cells.filled.length)}`.trim();
          const value = wholeNumber(cell.text.replace(/\s/g, ''))?.value;
          const unit = value === undefined ? undefined : unitOf(named, { text: cell.text, header });
          const own = { column: cell.column + 1, head: header, text: cell.text.replaceAll('\\|', '|') };
          return {
            ...own,
            ...(value === undefined ? {} : { value }),
            ...(unit === undefined ? {} : { unit }),
          };
        }),
      });
      [open, begun] = ['', true];
    }
  }
  const plain = { label: '', group: '', caption: about, line: '', cells: [] };
  const unit = unitOf(plain, { text: '', header: '' });
  return {
    columns: columnsOf(found),
    ...(unit === undefined ? {} : { unit }),
    rows: unit === undefined ? withPercent(found) : found,
  };
}

/** `($ millions)` */
const UNIT_ALONE = /^\([^()]{0,40}\b(?:thousands|millions|billions)\b[^()]{0,40}\)$/i;

interface LabelledCells {
  readonly label: string;
  readonly cells: RowCells;
}

/** Whether a row among the rows is the lowest head row again. */
function repeats(row: LabelledCells | undefined, lowest: LabelledCells | undefined): boolean {
  const [own, heads] = [row?.cells.filled ?? [], lowest?.cells.filled ?? []];
  const isSame = own.every(({ text, column }, at) => text === heads[at]?.text && column === heads[at].column);
  return own.length > 1 && own.length === heads.length && row?.label === lowest?.label && isSame;
}

/** Whether the label of a row is the next line of the label above it. */
function goesOn({ label, isWrapped }: { readonly label: string; readonly isWrapped: boolean }): boolean {
  return isWrapped || /^\p{Ll}/u.test(label);
}

/** The label of a row whose first column is empty: the text in front of its first value. */
function textBefore({ filled }: RowCells, figures: ReadonlySet<number>): string {
  const [first] = filled;
  return first && filled.length > 1 && !figures.has(first.column) && !isValue(first) ? first.text : '';
}

/** Gives the percent sign of the first value of a column to those below it, where nothing states another unit. */
function withPercent(rows: readonly DataRow[]): readonly DataRow[] {
  const percent = new Map<number, boolean>();
  return rows.map((row) => ({
    ...row,
    cells: row.cells.map((cell) => {
      if (cell.value === undefined) return cell;
      if (!percent.has(cell.column)) percent.set(cell.column, /%/.test(cell.text));
      const isShare = percent.get(cell.column) === true && cell.unit === undefined;
      return isShare ? { ...cell, unit: '%' } : cell;
    }),
  }));
}

/** The period of a row that begins a block: `In millions of CHF |  |  | January–June 2022`; null for other rows. */
function periodOfBlock(label: string, { filled }: RowCells): string | null {
  const [only] = filled;
  const isOne = filled.length === 1 && only !== undefined && UNIT.test(label);
  return isOne && PERIOD_OF_BLOCK.test(only.text) ? only.text : null;
}

/** What the rows below years are about, where their head row begins with its name: `Net sales | 2023 | 2022`. */
function subjectOf(head: { readonly label: string; readonly cells: RowCells } | undefined): string {
  const isOfYears = head?.cells.filled.every(({ text }) => isYear(text)) === true;
  return isOfYears && /^\p{L}/u.test(head.label) && !/^(?:in|fiscal)\b/i.test(head.label) ? head.label : '';
}

/** A row of heads among the rows: years above another block of the same table. */
function isHead(label: string, { filled }: RowCells): boolean {
  if (filled.length === 0) return false;
  if (filled.every(({ text }) => isYear(text))) return true;
  if (/^\(.*\)$/.test(label)) return filled.every(({ text }) => isYear(text) || DATE.test(text));
  return label === '' && !filled.some(isValue);
}

/** Whether a row among rows of values is a title of the rows below: one text without a period, and no heads below. */
function isSubtitle(
  { filled: [only, ...others] }: RowCells,
  { isOfColumns }: TableHeads,
  below: { readonly label: string; readonly cells: RowCells } | undefined,
): boolean {
  if (!only || others.length > 0 || !isOfColumns || !below || isHead(below.label, below.cells)) return false;
  return !PERIOD.test(only.text);
}

const PERIOD = /\b(?:19|20)\d\d\b|\b(?:ended|as of|months|quarters?|weeks)\b|^\(.*\)$/i;
const PERIOD_OF_BLOCK = /^\p{L}[\p{L}\d .,–—-]{1,40}\b(?:19|20)\d\d$/u;
const DATE = /^[a-z]{3,9}\.? \d{1,2}, (?:19|20)\d\d$/i;
const TERM = /^\d[\d,.]{0,12}\s?(?:years?|months?|days?|bps|basis points)$/i;

function isValue({ text }: { readonly text: string }): boolean {
  return isNil(text) || (isPrinted(text) && !isYear(text)) || TERM.test(text);
}

/** The columns whose cells are values, at least half of them. */
function columnsOfFigures(rows: readonly { readonly cells: RowCells }[]): ReadonlySet<number> {
  const counts = new Map<number, { values: number; cells: number }>();
  for (const cell of rows.flatMap(({ cells }) => cells.filled)) {
    const { values, cells } = counts.get(cell.column) ?? { values: 0, cells: 0 };
    counts.set(cell.column, { values: values + Number(isValue(cell)), cells: cells + 1 });
  }
  return new Set([...counts].flatMap(([column, { values, cells }]) => (values * 2 >= cells ? [column] : [])));
}

/** Whether a row without a label is above figures; otherwise it is the next line of texts in the row above it. */
function isOver({ filled }: RowCells, figures: ReadonlySet<number>): boolean {
  return filled.some(({ column }) => figures.has(column));
}

function joinedCells(cells: readonly DataCell[], { filled }: RowCells): readonly DataCell[] {
  const more = new Map(filled.map(({ column, text }) => [column + 1, text.replaceAll('\\|', '|')]));
  return cells.map((cell) => {
    const text = more.get(cell.column);
    return text === undefined || cell.value !== undefined ? cell : { ...cell, text: `${cell.text} ${text}` };
  });
}

function columnsOf(rows: readonly DataRow[]): DataTable['columns'] {
  const heads = new Map<number, string>();
  for (const { column, head } of rows.flatMap(({ cells }) => cells))
    if (!heads.has(column)) heads.set(column, head);
  return [...heads].map(([column, head]) => ({ column, head })).toSorted((a, b) => a.column - b.column);
}
