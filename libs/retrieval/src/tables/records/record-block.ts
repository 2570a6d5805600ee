import { cellNumber } from '@quarry/arithmetic';

/** Lines of a sheet: the head of its records, and the line behind the last of them. */
export interface RecordBlock {
  readonly head: number;
  readonly end: number;
}

/** Lines above a head that may be titles and notes. */
const MOST_ABOVE = 12;
/** Share of the columns that a record has cells in. */
const FILLED = 0.5;
const FEWEST_RECORDS = 2;

/**
 * The records of a sheet: below the first line that names every column of the lines under it, each by another name;
 * titles are above it, notes below. Null for a sheet without such a line, or with lines of one cell between records,
 * which is a report.
 * @param lines the cells of each line
 */
export function recordBlock(lines: readonly (readonly string[])[]): RecordBlock | null {
  for (let head = 0; head < Math.min(lines.length, MOST_ABOVE); head++) {
    if (!isHead(lines[head] ?? [])) continue;
    const named = columnsOf(lines[head] ?? []);
    const end = endOf(lines, head, named);
    if (end - head - 1 < FEWEST_RECORDS) continue;
    const records = lines.slice(head + 1, end);
    // A line of texts above the real head names fewer columns than have cells.
    const unnamed = records.filter((row) => columnsOf(row).some((column) => !named.includes(column)));
    if (unnamed.length * 2 > records.length) continue;
    if (records.every((row) => columnsOf(row).length < named.length * FILLED)) continue;
    // Two lines of heads: the names of the lower one are under those of the upper one.
    return { head, end };
  }
  return null;
}

function columnsOf(cells: readonly string[]): readonly number[] {
  return cells.flatMap((cell, column) => (cell === '' ? [] : [column]));
}

/** At least two names, each once; a year may be one. */
function isHead(cells: readonly string[]): boolean {
  const names = cells.filter((cell) => cell !== '');
  return (
    names.length >= 2 &&
    new Set(names).size === names.length &&
    names.every((name) => name.length <= 80 && (cellNumber(name) === null || /^(?:19|20)\d\d$/.test(name))) &&
    names.some((name) => /\p{L}/u.test(name))
  );
}

/** The line behind the last one that is filled as records are. */
function endOf(lines: readonly (readonly string[])[], head: number, named: readonly number[]): number {
  const isRecord = (row: readonly string[]): boolean =>
    named.filter((column) => (row[column] ?? '') !== '').length >= Math.max(2, named.length * FILLED);
  return lines.findLastIndex((row, at) => at > head && isRecord(row)) + 1;
}
