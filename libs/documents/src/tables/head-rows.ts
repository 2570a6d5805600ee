import { isValue } from './value-kind';

/** A table has at most this many head rows. */
const MOST = 10;
/** Share of values from which a table has figures only. */
const NUMERIC = 0.8;
/** A longer cell is a text, not the head of a column. */
const LONGEST = 80;

/**
 * The number of head rows of a table whose format marks none: the rows before the first one with a value, up to the
 * last of them that names a column. A table without values has one head row, if each of its cells could be a name.
 * @param rows the texts of the cells, by column; the first cell of a row is its label
 *
 * @example
 * headRowsIn([['', '2022', '2021'], ['Net sales', '5,298', '4,900']]); // 1
 */
export function headRowsIn(rows: readonly (readonly string[])[]): number {
  const isKeyed = rows.filter(isKey).length * 2 >= rows.length;
  const first = rows.findIndex((cells) => cells.slice(1).some(isValue) || (isKeyed && isKey(cells)));
  if (first < 0) return isNames(rows[0] ?? []) && rows.length > 2 ? 1 : 0;
  const leading = rows.slice(0, Math.min(first, MOST));
  // Below a row that names every column, a row with a label is no head, unless no column has words: its values are
  // words.
  const isNumeric = shareOfValues(rows.slice(first)) >= NUMERIC;
  const full = isNumeric ? -1 : leading.findIndex(([, ...others]) => others.every((cell) => cell !== ''));
  const below = full < 0 ? -1 : leading.findIndex(([label], i) => i > full && label !== '');
  const heads = below < 0 ? leading : leading.slice(0, below);
  const last = heads.findLastIndex((cells) => cells.slice(1).some((cell) => cell !== ''));
  return heads.every((cells) => cells.every((cell) => cell.length <= LONGEST)) ? last + 1 : 0;
}

/** The share of values among the cells behind the labels. */
function shareOfValues(rows: readonly (readonly string[])[]): number {
  const cells = rows.flatMap(([, ...others]) => others.filter((cell) => cell !== ''));
  return cells.length === 0 ? 0 : cells.filter(isValue).length / cells.length;
}

/** A row whose first cell is a number is a row of values, e.g. of a numbered list. */
function isKey([first = '', ...rest]: readonly string[]): boolean {
  return isValue(first) && rest.some((cell) => cell !== '');
}

function isNames(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell !== '');
  return (
    filled.length > 1 &&
    filled.length >= cells.length / 2 &&
    filled.every((cell) => cell.length <= LONGEST && !isValue(cell)) &&
    new Set(filled).size === filled.length
  );
}
