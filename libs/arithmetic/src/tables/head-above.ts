import type { RowCell, RowCells } from './row-cells';

/** The headers of a value: in its column; otherwise by position if headers span columns; otherwise the nearest. */
export function headAbove(
  header: RowCells,
  cell: RowCell,
  width: number,
  at: number,
  values: number,
): string {
  const { filled } = header;
  const aligned = header.width === width;
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
