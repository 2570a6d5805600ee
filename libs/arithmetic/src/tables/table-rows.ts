import { headAbove } from './head-above';
import { isNil, isPrinted, isYear } from './printed';
import { cellsOf, isRow, type RowCells } from './row-cells';

/** A value cell of a table with its headers and label. */
export interface TableCell {
  /** As printed. */
  readonly text: string;
  /** Texts of its column headers, from the top. */
  readonly header: string;
}

export interface TableRow {
  /** The line as printed. */
  readonly line: string;
  readonly label: string;
  /** The last heading within the table, `Operating Profit`; empty without one. */
  readonly group: string;
  /** Text lines before the table: its title and unit. */
  readonly caption: string;
  readonly cells: readonly TableCell[];
}

/** Maximum number of lines before a table that belong to its caption. */
const CAPTION_LINES = 6;
/** Maximum number of header lines of a table. */
const HEADER_LINES = 8;
/** Maximum length of a heading within a table. */
const HEADING = 90;
/** Maximum length of a line that is read. */
const MAX_LINE = 2_000;
const DATE =
  /(?:(?:january|february|march|april|may|june|july|august|september|october|november|december)\s\d{1,2},\s?)?(?:19|20)\d\d\b|\b\d{1,2}\/\d{1,2}\/(?:\d\d){1,2}\b/gi;

/**
 * The rows of the tables in a text whose lines are `label | cell | cell`. Header rows and headings apply to the rows
 * below them.
 *
 * @example
 * rowsOf('In millions | 2022 | 2021\nNet sales | 5,298 | 4,900')[0]?.label; // 'Net sales'
 */
export function rowsOf(text: string): readonly TableRow[] {
  const rows: TableRow[] = [];
  let headers: RowCells[] = [];
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
      // A header may begin with the name of its rows' subject.
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
            .map((header, above) =>
              headAbove(header, cell, cells.width, at, values.length, headers.slice(above + 1)),
            )
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

/** The cells of a header line; null for other lines. */
function headerOf(line: string, label: string, cells: RowCells): RowCells | null {
  if (cells.filled.length > 0) {
    const heads = cells.filled.every(({ text }) => isYear(text) || (!isPrinted(text) && !isNil(text)));
    return heads ? cells : null;
  }
  // A header whose columns were not detected: several dates and hardly anything else.
  const dates = [...line.matchAll(DATE)].map(([text], column) => ({ text, column }));
  const rest = line.replace(DATE, '').replace(/[^\p{L}]/gu, '');
  return label !== '' && dates.length > 1 && rest.length < 12 ? { filled: dates, width: dates.length } : null;
}
