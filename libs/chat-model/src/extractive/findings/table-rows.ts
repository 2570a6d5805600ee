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
/** Longest line that can be a heading within a table. */
const HEADING = 90;
/** Longest line that is read. */
const MAX_LINE = 2_000;
const DATE =
  /(?:(?:january|february|march|april|may|june|july|august|september|october|november|december)\s\d{1,2},\s?)?(?:19|20)\d\d\b|\b\d{1,2}\/\d{1,2}\/(?:\d\d){1,2}\b/gi;

interface Cell {
  readonly text: string;
  readonly column: number;
}

/** The rows of the tables in a text whose lines are `label | cell | cell`; header rows and headings go to the rows below them. */
export function rowsOf(text: string): readonly TableRow[] {
  const rows: TableRow[] = [];
  let headers: (readonly Cell[])[] = [];
  let caption: string[] = [];
  let group = '';
  let open = '';
  let inRows = false;
  for (const line of text.split('\n')) {
    const whole = line.slice(0, MAX_LINE).trim();
    if (whole === '') continue;
    const { label, cells } = cellsOf(whole);
    const values = cells.filter((cell) => isPrinted(cell.text) || isNil(cell.text));
    const head = headerOf(whole, label, cells);
    if (head) {
      headers = inRows ? [head] : [...headers, head].slice(-4);
      if (label !== '') caption = [...caption, label].slice(-CAPTION_LINES);
      [group, open, inRows] = ['', '', false];
    } else if (values.length > 0) {
      const joined = open !== '' && /^\p{Ll}/u.test(label) ? `${open} ${label}` : label;
      rows.push({
        line: whole,
        label: joined,
        group: group === joined ? '' : group,
        caption: caption.join(' · '),
        cells: values.map((cell, at) => ({
          text: cell.text,
          header: headerAbove(headers, cell, at, values.length),
        })),
      });
      inRows = true;
      open = '';
    } else if (whole.length <= HEADING && !/[.;]$/.test(whole)) {
      const heading = label === '' ? cells.map((cell) => cell.text).join(' ') : label;
      open = heading;
      group = heading;
      if (!whole.includes('|')) caption = [...caption, heading].slice(-CAPTION_LINES);
    } else {
      caption = [...caption, whole.slice(0, 300)].slice(-CAPTION_LINES);
      if (inRows) headers = [];
      [group, open, inRows] = ['', '', false];
    }
  }
  return rows;
}

/** Label and cells of a line; signs that stand in cells of their own are joined to their numbers. */
function cellsOf(line: string): { readonly label: string; readonly cells: readonly Cell[] } {
  if (!line.includes('|')) return { label: line, cells: [] };
  const [label = '', ...rest] = line.split('|').map((cell) => cell.trim());
  const cells: Cell[] = [];
  let sign = '';
  for (const [column, text] of rest.entries()) {
    const last = cells.at(-1);
    if (/^[$€£¥]$/.test(text)) sign = text;
    else if (/^(?:\)?\s?%?\)?)$/.test(text) && text !== '' && last)
      cells[cells.length - 1] = { ...last, text: `${last.text}${text}` };
    else if (text !== '') {
      cells.push({ text: `${sign}${text}`, column });
      sign = '';
    }
  }
  return { label: label.replace(/\s*[$€£¥]$/, ''), cells };
}

/** The cells of a line that heads columns; null for other lines. */
function headerOf(line: string, label: string, cells: readonly Cell[]): readonly Cell[] | null {
  if (cells.length > 0) {
    const years = cells.every(({ text }) => isYear(text));
    const words = cells.every(({ text }) => !isPrinted(text) && !isNil(text));
    return years || words ? cells : null;
  }
  // A header whose columns were not seen as such: several dates and hardly anything else.
  const dates = [...line.matchAll(DATE)].map(([text], column) => ({ text, column }));
  const rest = line.replace(DATE, '').replace(/[^\p{L}]/gu, '');
  return label !== '' && dates.length > 1 && rest.length < 12 ? dates : null;
}

/** What stands above a value: by order where as many headers as values stand there, by share where they span, else by nearness. */
function headerAbove(headers: readonly (readonly Cell[])[], cell: Cell, at: number, values: number): string {
  const above = headers.map((header) => {
    if (values % header.length === 0) return header[Math.floor((at * header.length) / values)];
    const near = header.toSorted(
      (a, b) => Math.abs(a.column - cell.column) - Math.abs(b.column - cell.column),
    );
    return near[0];
  });
  return above
    .map((header) => header?.text ?? '')
    .join(' ')
    .trim();
}
