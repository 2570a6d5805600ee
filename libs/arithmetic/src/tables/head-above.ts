import type { RowCell, RowCells } from './row-cells';

/**
 * The headers of a value: in its column; otherwise by position if headers span columns; otherwise the nearest.
 * @param below the header rows below this one: names that repeat in them show where groups of columns begin
 */
export function headAbove(
  header: RowCells,
  cell: RowCell,
  width: number,
  at: number,
  values: number,
  below: readonly RowCells[] = [],
): string {
  const { filled } = header;
  const aligned = header.width === width;
  const groups = aligned ? below.find((row) => isOfGroups(header, row)) : undefined;
  if (groups) return groupOf(header, groups, cell.column);
  const [place, of] = aligned ? [cell.column, width] : [at, values];
  const own = aligned ? filled.find(({ column }) => column === place) : undefined;
  if (own) return own.text;
  // A single header above the last column applies to that column only.
  if (aligned && filled.length === 1 && filled[0]?.column === width - 1) return '';
  // A head of several columns is printed in its first column.
  const isEven = of % filled.length === 0;
  if (aligned && !isEven && filled[0]?.column === 0)
    return filled.findLast(({ column }) => column <= place)?.text ?? '';
  if (isEven) return filled[Math.floor((place * filled.length) / of)]?.text ?? '';
  const near = filled.toSorted((a, b) => Math.abs(a.column - place) - Math.abs(b.column - place));
  return near[0]?.text ?? '';
}

/** Whether each head stands over the first of a group of columns that have the same names: `Handgun`, `Long Gun`. */
function isOfGroups({ filled, width }: RowCells, names: RowCells): boolean {
  if (filled.length < 2 || names.width !== width) return false;
  const isSame = (texts: readonly string[]): boolean =>
    texts.every((text) => text !== '' && text === texts[0]);
  const [first, before] = [0, -1].map((off) => filled.map(({ column }) => nameAt(names, column + off)));
  // Heads in the middle of their groups have the same name before them, too.
  return first !== undefined && before !== undefined && isSame(first) && !isSame(before);
}

/** The head of the group of a column; none for a column before the first group, or whose name no other group has. */
function groupOf({ filled }: RowCells, names: RowCells, column: number): string {
  const own = filled.findLast((head) => head.column <= column);
  const name = nameAt(names, column);
  const others = names.filled.filter(
    (one) => one.text === name && filled.findLast((head) => head.column <= one.column) !== own,
  );
  return own && others.length > 0 ? own.text : '';
}

function nameAt({ filled }: RowCells, column: number): string {
  return filled.find((one) => one.column === column)?.text ?? '';
}
