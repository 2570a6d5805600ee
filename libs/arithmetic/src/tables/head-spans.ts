import type { RowCell } from './row-cells';

/** Left and right edge of a cell or a column. */
export type Extent = readonly [number, number];

/** The left and right edge of each cell of a row, the label first; undefined for an empty one. */
export type CellExtents = readonly (Extent | undefined)[];

/** A cell of a head row with its place. */
export interface PlacedHead {
  readonly cell: RowCell;
  readonly extent: Extent;
}

/** The columns from the first to the last, inclusive. */
type Span = readonly [first: number, last: number];

/** By this share of the distance between columns, a head may be off the middle of those it is above. */
const OFF = 0.2;
const PERIOD = /\b(?:ended|ending|as of|months|weeks)\b|^(?:19|20)\d\d$/i;

/** A period with its year. */
const NAMED = /\b(?:19|20)\d\d\b/;
const NOTE = /^\(.*\)$/;

/**
 * The head of each column of a head row whose cells have places. A cell over several columns is at their middle (`Year
 * ended` over three years); the upper line of a head (`Total` over `costs`) is over its own column.
 * @param heads the filled cells of the row, from the left
 * @param columns the extent of each column of values, from the left; undefined for one without any
 * @param isUpper whether another head row is below it
 * @returns for each column, the cell that is its head; undefined for none
 */
export function headsByPlace(
  heads: readonly PlacedHead[],
  columns: readonly (Extent | undefined)[],
  isUpper: boolean,
): readonly (RowCell | undefined)[] {
  const [only] = heads;
  // A period or a unit alone is about all columns, wherever it is printed.
  if (only && heads.length === 1 && isOfAll(only.cell.text, isUpper)) return columns.map(() => only.cell);
  const found: (RowCell | undefined)[] = columns.map(() => undefined);
  for (const { cell } of heads) found[cell.column] = cell;
  for (const [at, head] of heads.entries()) {
    const first = (heads[at - 1]?.cell.column ?? -1) + 1;
    const last = (heads[at + 1]?.cell.column ?? columns.length) - 1;
    const [from, to] = spanOf(head, [first, last], columns);
    for (let column = from; column <= to; column++) found[column] ??= head.cell;
  }
  return found;
}

function isOfAll(text: string, isUpper: boolean): boolean {
  return NOTE.test(text) || (isUpper && (NAMED.test(text) || PERIOD.test(text)));
}

/** The columns whose middle is nearest to that of a head; its own one in case of doubt. */
function spanOf(head: PlacedHead, [first, last]: Span, columns: readonly (Extent | undefined)[]): Span {
  const own = head.cell.column;
  const isWide = reachesBeyond(head.extent, columns[own]) || PERIOD.test(head.cell.text);
  const off = (span: Span): number => offOf(span, head.extent, columns);
  const spans: Span[] = [];
  for (let from = first; from <= own; from++)
    for (let to = Math.max(own, from + 1); to <= last; to++) spans.push([from, to]);
  const nearest = spans.toSorted((a, b) => off(a) - off(b))[0];
  if (!nearest) return [own, own];
  const slack = OFF * pitchOf(nearest, columns);
  if (!isWide) return off([own, own]) - off(nearest) > slack ? nearest : [own, own];
  if (off(nearest) > off([own, own]) + slack) return [own, own];
  // Of spans with the same middle, the widest.
  const same = spans.filter((span) => off(span) <= off(nearest) + slack / 2);
  return same.toSorted((a, b) => b[1] - b[0] - (a[1] - a[0]))[0] ?? nearest;
}

function reachesBeyond([x0, x1]: Extent, column: Extent | undefined): boolean {
  return column !== undefined && x0 < column[0] - 1 && x1 > column[1] + 1;
}

/** The distance between the middle of a head and that of columns. */
function offOf([from, to]: Span, [x0, x1]: Extent, columns: readonly (Extent | undefined)[]): number {
  const [left, right] = [columns[from]?.[0], columns[to]?.[1]];
  return left === undefined || right === undefined ? Infinity : Math.abs((left + right) / 2 - (x0 + x1) / 2);
}

/** The mean distance of neighbouring columns. */
function pitchOf([from, to]: Span, columns: readonly (Extent | undefined)[]): number {
  const [left, right] = [columns[from], columns[to]];
  if (!left || !right || from === to) return 0;
  return ((right[0] + right[1]) / 2 - (left[0] + left[1]) / 2) / (to - from);
}
