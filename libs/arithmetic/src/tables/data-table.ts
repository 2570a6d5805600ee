import { wholeNumber } from '../numbers/numbers-in';
import { headAbove } from './head-above';
import { isNil, isPrinted, isYear } from './printed';
import { cellsOf, type RowCells } from './row-cells';
import { unitOf } from './unit-of';

/** The lines of a table, as its document prints them. */
export interface PrintedTable {
  /** Lines above its rows: title and unit, or the heading that it is below. */
  readonly caption: readonly string[];
  /** Head rows, from the top. */
  readonly heads: readonly string[];
  /** The other rows; `line` is returned with each of them. */
  readonly rows: readonly { readonly text: string; readonly line: number }[];
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
export function dataTable({ caption, heads, rows }: PrintedTable): DataTable {
  const read = rows.map(({ text, line }) => ({ line, ...cellsOf(text.slice(0, MAX_LINE)) }));
  const numeric = read.filter(({ cells }) => cells.filled.some(isValue)).length * 2 >= read.length;
  const first = heads.map((head) => cellsOf(head.slice(0, MAX_LINE)));
  let above: readonly RowCells[] = first.map(({ cells }) => cells);
  const about = [...caption, ...first.map(({ label }) => label)].filter((text) => text !== '').join(' · ');
  const found: DataRow[] = [];
  let group = subjectOf(first.at(-1));
  let open = '';
  let begun = false;
  for (const { line, label, cells } of read) {
    if (numeric && isHead(label, cells)) {
      above = begun ? [cells] : [...above, cells];
      begun = false;
      group = subjectOf({ label, cells });
    } else if (cells.filled.length === 0) {
      open = open !== '' && /^\p{Ll}/u.test(label) ? `${open} ${label}` : label;
      // A unit between two blocks of rows is no heading.
      if (!/^\(.*\)$/.test(open)) group = open;
    } else {
      const joined = open !== '' && /^\p{Ll}/u.test(label) ? `${open} ${label}` : label;
      const row = {
        label: joined,
        group: group === joined ? '' : group,
        caption: about,
        line: '',
        cells: [],
      };
      found.push({
        ...{ label: joined, group: row.group, line },
        cells: cells.filled.map((cell, at): DataCell => {
          const header = above
            .map((head) => headAbove(head, cell, cells.width, at, cells.filled.length))
            .filter((text) => text !== '')
            .join(' ');
          const value = wholeNumber(cell.text.replace(/\s/g, ''))?.value;
          const unit = value === undefined ? undefined : unitOf(row, { text: cell.text, header });
          const own = { column: cell.column + 1, head: header, text: cell.text.replaceAll('\\|', '|') };
          return {
            ...own,
            ...(value === undefined ? {} : { value }),
            ...(unit === undefined ? {} : { unit }),
          };
        }),
      });
      [open, begun] = ['', true];
      if (/^total\b/i.test(joined)) group = '';
    }
  }
  const plain = { label: '', group: '', caption: about, line: '', cells: [] };
  const unit = unitOf(plain, { text: '', header: '' });
  return { columns: columnsOf(found), ...(unit === undefined ? {} : { unit }), rows: found };
}

/** What the rows below years are about, where their head row begins with its name: `Net sales | 2023 | 2022`. */
function subjectOf(head: { readonly label: string; readonly cells: RowCells } | undefined): string {
  const isOfYears = head?.cells.filled.every(({ text }) => isYear(text)) === true;
  return isOfYears && /^\p{L}/u.test(head.label) && !/^(?:in|fiscal)\b/i.test(head.label) ? head.label : '';
}

/** A row of heads among the rows: years above another block of the same table. */
function isHead(label: string, { filled }: RowCells): boolean {
  const years = filled.length > 0 && filled.every(({ text }) => isYear(text));
  return years || (label === '' && filled.length > 0 && !filled.some(isValue));
}

function isValue({ text }: { readonly text: string }): boolean {
  return isNil(text) || (isPrinted(text) && !isYear(text));
}

function columnsOf(rows: readonly DataRow[]): DataTable['columns'] {
  const heads = new Map<number, string>();
  for (const { column, head } of rows.flatMap(({ cells }) => cells))
    if (!heads.has(column)) heads.set(column, head);
  return [...heads].map(([column, head]) => ({ column, head })).toSorted((a, b) => a.column - b.column);
}
