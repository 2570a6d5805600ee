import type { DocumentLine } from '../document';
import { cellsOf } from './cells-of';
import type { DocumentTable } from './document-table';

/** Lines between the two parts of a table: page numbers, running heads, the title again. */
const MOST_BETWEEN = 6;
const LONGEST_BETWEEN = 120;
/** Points by which the edges of a column may differ on the next page. */
const SHIFT = 12;
const CONTINUED = /\bcont(?:inue[ds]?|['’]?d\.?)?\b/i;

/**
 * Whether the rows of a table continue those of the table on the page before: nothing but the page's head and foot is
 * between them, the columns are at the same places, and the heads are missing or the same.
 * @param first the table's first part, with its head rows
 * @param before its last part so far
 */
export function isContinued(
  lines: readonly DocumentLine[],
  first: DocumentTable,
  before: DocumentTable,
  table: DocumentTable,
): boolean {
  const [last, next] = [lines[before.end - 1], lines[table.start - 1]];
  const page = last?.layout.page;
  if (!last || page === undefined || next?.layout.page !== page + 1 || first.headEnd < first.start)
    return false;
  const between = lines.slice(before.end, table.start - 1).filter(({ text }) => text.trim() !== '');
  if (between.length > MOST_BETWEEN || between.some(isText)) return false;
  const known = new Set(lines.slice(first.from - 1, first.start - 1).map(({ text }) => plain(text)));
  const caption = lines.slice(table.from - 1, table.start - 1).map(({ text }) => text);
  if (!caption.every((text) => known.has(plain(text)) || CONTINUED.test(text))) return false;
  const heads = lines.slice(table.start - 1, table.headEnd).map(({ text }) => plain(text));
  const own = lines.slice(first.start - 1, first.headEnd).map(({ text }) => plain(text));
  // A table that begins with the same row again is another one, such as the next region's.
  if (labelAt(lines, table) !== '' && labelAt(lines, table) === labelAt(lines, first)) return false;
  if (heads.length > 0) return heads.join('\n') === own.join('\n');
  const rows = [lines.slice(before.start - 1, before.end), lines.slice(table.start - 1, table.end)];
  const [one = [], other = []] = rows.map(edgesOf);
  return one.length > 0 && one.length === other.length && one.every((edge, at) => near(edge, other[at] ?? 0));
}

/** The label of the first row of values. */
function labelAt(lines: readonly DocumentLine[], { headEnd }: DocumentTable): string {
  const row = lines[headEnd];
  return plain((row && cellsOf(row)[0]) ?? '');
}

function isText({ text, kind }: DocumentLine): boolean {
  return kind === 'heading' || text.length > LONGEST_BETWEEN || /[.;]\s*$/.test(text);
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}|]+/gu, ' ')
    .trim();
}

/** The right edge of each column of values: figures are aligned there. */
function edgesOf(rows: readonly DocumentLine[]): readonly number[] {
  const width = Math.max(0, ...rows.map((row) => cellsOf(row).length));
  return Array.from({ length: Math.max(0, width - 1) }, (_, at) =>
    Math.max(
      0,
      ...rows.map(({ layout: { cells = [] } }) => {
        const cell = cells.length === width ? cells[at + 1] : undefined;
        return cell && cell[1] > cell[0] ? cell[3] : 0;
      }),
    ),
  );
}

function near(a: number, b: number): boolean {
  return a > 0 && b > 0 && Math.abs(a - b) <= SHIFT;
}
