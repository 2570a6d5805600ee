import type { DocumentLine } from '../document';
import { captionOf, introducedBefore } from './caption';
import { cellsOf } from './cells-of';
import { isContinued } from './continued';
import type { DocumentTable } from './document-table';
import { headRowsIn } from './head-rows';
import { isValue } from './value-kind';

/**
 * Finds the tables of a document: consecutive rows. Another page, or a head row below other rows, begins another table.
 * Rows that continue a table on the next page are a part of their own, which names the first one.
 *
 * @example
 * tablesOf([{ text: 'PN | Price', kind: 'row', head: true, layout: {} }, { text: 'A | 1', kind: 'row', layout: {} }]);
 * // [{ from: 1, start: 1, headEnd: 1, end: 2 }]
 */
export function tablesOf(lines: readonly DocumentLine[]): readonly DocumentTable[] {
  const tables: DocumentTable[] = [];
  let at = 0;
  while (at < lines.length) {
    if (lines[at]?.kind !== 'row') {
      at++;
      continue;
    }
    const end = endOf(lines, at);
    const rows = lines.slice(at, end);
    const heads = headsOf(rows);
    const caption = captionOf(lines, at);
    const above = caption === 0 ? introducedBefore(lines, at) : null;
    const introduced = above && ([above[0] + 1, above[1]] as const);
    const table = {
      ...{ from: at + 1 - caption, start: at + 1, headEnd: at + heads, end },
      ...(introduced && { introduced }),
    };
    const before = tables.at(-1);
    const first = before?.continues ?? before;
    const continues = before && first && isContinued(lines, first, before, table) ? first : undefined;
    const block = before?.end === at ? (before.block ?? before) : undefined;
    tables.push({
      ...table,
      ...(continues && { continues }),
      ...(block && isOnOnePage(lines, at) && { block }),
    });
    at = end;
  }
  return tables;
}

/** Index behind the last row of the table that begins at a line. */
function endOf(lines: readonly DocumentLine[], from: number): number {
  let at = from + 1;
  for (; lines[at]?.kind === 'row'; at++) {
    const [row, before] = [lines[at], lines[at - 1]];
    if (row?.layout.page !== before?.layout.page || row?.layout.sheet !== before?.layout.sheet) break;
    if (row?.begins || (row?.head && !before?.head)) break;
    if (row && beginsBlock(lines.slice(from, at), row)) break;
  }
  return at;
}

function isOnOnePage(lines: readonly DocumentLine[], at: number): boolean {
  const [row, before] = [lines[at]?.layout, lines[at - 1]?.layout];
  return row?.page === before?.page && row?.sheet === before?.sheet;
}

const PERIOD =
  /(?<!\d)(?:19|20)\d\d(?!\d)|\d{1,2}\/\d{1,2}\/\d{2,4}|\b(?:years?|quarters?|months|weeks) ended\b/i;

/**
 * Whether a row below values names another period for the rows below it: ` | 12 Weeks Ended 3/19/2022 | `. In a column
 * of words, a year is the next line of a text.
 */
function beginsBlock(above: readonly DocumentLine[], row: DocumentLine): boolean {
  const [label = '', ...cells] = cellsOf(row);
  if (label !== '' || !cells.some((cell) => PERIOD.test(cell)) || cells.some(isValue)) return false;
  const cellsAbove = above.map((one) => cellsOf(one).slice(1));
  const rows = cellsAbove.slice(
    Math.max(
      0,
      cellsAbove.findIndex((one) => one.some(isValue)),
    ),
  );
  const isOfFigures = (column: number): boolean => {
    const filled = rows.map((one) => one[column] ?? '').filter((cell) => cell !== '');
    return filled.filter(isValue).length * 2 >= filled.length;
  };
  return (
    rows.at(-1)?.some(isValue) === true && cells.every((cell, column) => cell === '' || isOfFigures(column))
  );
}

function headsOf(rows: readonly DocumentLine[]): number {
  const marked = rows.findLastIndex(({ head }) => head) + 1;
  return marked > 0 ? marked : headRowsIn(rows.slice(0, 60).map(cellsOf));
}
