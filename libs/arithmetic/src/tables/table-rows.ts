import { isNil, isPrinted, isYear } from './printed';

/** A value cell of a table with what stands above and before it. */
export interface TableCell {
  /** As it is printed. */
  readonly text: string;
  /** Texts of the headers above it, from the top. */
  readonly header: string;
}

export interface TableRow {
  /** The line as it stands. */
  readonly line: string;
  readonly label: string;
  /** The last heading within the table, `Operating Profit`; empty where there is none. */
  readonly group: string;
  /** Text lines before the table: its title and unit. */
  readonly caption: string;
  readonly cells: readonly TableCell[];
}

/** Lines before a table that may be its caption. */
const CAPTION_LINES = 6;
/** Lines of a table's head. */
const HEADER_LINES = 8;
/** Longest line that can be a heading within a table. */
const HEADING = 90;
/** Longest line that is read. */
const MAX_LINE = 2_000;
const DATE =
  /(?:(?:january|february|march|april|may|june|july|august|september|october|november|december)\s\d{1,2},\s?)?(?:19|20)\d\d\b|\b\d{1,2}\/\d{1,2}\/(?:\d\d){1,2}\b/gi;

interface Cell {
  readonly text: string;
  /** From 0, empty ones counted. */
  readonly column: number;
}

/** Cells of a line that are not empty, and how many it has with the empty ones. */
interface Cells {
  readonly filled: readonly Cell[];
  readonly width: number;
}

/** The rows of the tables in a text whose lines are `label | cell | cell`; header rows and headings go to the rows below them. */
export function rowsOf(text: string): readonly TableRow[] {
  const rows: TableRow[] = [];
  let headers: Cells[] = [];
  let caption: string[] = [];
  let group = '';
  let open = '';
  let inRows = false;
  for (const line of text.split('\n')) {
    const whole = line.slice(0, MAX_LINE).trimEnd();
    if (whole.trim() === '') continue;
    const { label, cells } = cellsOf(whole);
    const values = cells.filled.filter((cell) => isPrinted(cell.text) || isNil(cell.text));
    const head = headerOf(whole, label, cells);
    if (head) {
      headers = inRows ? [head] : [...headers, head].slice(-HEADER_LINES);
      if (label !== '') caption = [...caption, label].slice(-CAPTION_LINES);
      // A header may have the name of what its rows are about before it.
      [group, open, inRows] = [cells.width > 0 && /^\p{L}/u.test(label) ? label : '', '', false];
    } else if (values.length > 0) {
      const joined = open !== '' && /^\p{Ll}/u.test(label) ? `${open} ${label}` : label;
      rows.push({
        line: whole.trim(),
        label: joined,
        group: group === joined ? '' : group,
        caption: caption.join(' · '),
        cells: values.map((cell, at) => ({
          text: cell.text,
          header: headers
            .map((header) => above(header, cell, cells.width, at, values.length))
            .join(' ')
            .trim(),
        })),
      });
      [open, inRows] = ['', true];
      if (/^total\b/i.test(joined)) group = '';
    } else if (isRow(whole) || (whole.length <= HEADING && !/[.;]$/.test(whole))) {
      const heading = label === '' ? cells.filled.map((cell) => cell.text).join(' ') : label;
      open = heading;
      group = heading;
      if (!isRow(whole)) caption = [...caption, heading].slice(-CAPTION_LINES);
    } else {
      caption = [...caption, whole.slice(0, 300)].slice(-CAPTION_LINES);
      if (inRows) headers = [];
      [group, open, inRows] = ['', '', false];
    }
  }
  return rows;
}

/** True for a line with cells: between ` | `, or between tabs. */
export function isRow(line: string): boolean {
  return line.includes(' | ') || line.includes('\t') || line.endsWith(' |');
}

/** Label and cells of a line; signs that stand in cells of their own are joined to their numbers. */
function cellsOf(line: string): { readonly label: string; readonly cells: Cells } {
  if (!isRow(line)) return { label: line.trim(), cells: { filled: [], width: 0 } };
  const [label = '', ...rest] = line.split(line.includes('|') ? '|' : '\t').map((cell) => cell.trim());
  const filled: Cell[] = [];
  let sign = '';
  for (const [column, text] of rest.entries()) {
    const last = filled.at(-1);
    if (/^[$€£¥]$/.test(text)) sign = text;
    else if (/^(?:\)?\s?%?\)?)$/.test(text) && text !== '' && last)
      filled[filled.length - 1] = { ...last, text: `${last.text}${text}` };
    else if (text !== '') {
      filled.push({ text: `${sign}${text}`, column });
      sign = '';
    }
  }
  return { label: label.replace(/\s?[$€£¥]$/, ''), cells: { filled, width: rest.length } };
}

/** The cells of a line that heads columns; null for other lines. */
function headerOf(line: string, label: string, cells: Cells): Cells | null {
  if (cells.filled.length > 0) {
    const heads = cells.filled.every(({ text }) => isYear(text) || (!isPrinted(text) && !isNil(text)));
    return heads ? cells : null;
  }
  // A header whose columns were not seen as such: several dates and hardly anything else.
  const dates = [...line.matchAll(DATE)].map(([text], column) => ({ text, column }));
  const rest = line.replace(DATE, '').replace(/[^\p{L}]/gu, '');
  return label !== '' && dates.length > 1 && rest.length < 12 ? { filled: dates, width: dates.length } : null;
}

/** What stands above a value: in its column, else by share where headers span columns, else what is nearest. */
function above(header: Cells, cell: Cell, width: number, at: number, values: number): string {
  const { filled } = header;
  const aligned = header.width === width;
  const [place, of] = aligned ? [cell.column, width] : [at, values];
  const own = aligned ? filled.find(({ column }) => column === place) : undefined;
  if (own) return own.text;
  // Alone above the last column it heads that one only.
  if (aligned && filled.length === 1 && filled[0]?.column === width - 1) return '';
  if (of % filled.length === 0) return filled[Math.floor((place * filled.length) / of)]?.text ?? '';
  const near = filled.toSorted((a, b) => Math.abs(a.column - place) - Math.abs(b.column - place));
  return near[0]?.text ?? '';
}
