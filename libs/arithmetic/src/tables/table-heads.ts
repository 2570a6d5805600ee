import { headAbove } from './head-above';
import { headsByPlace, type Extent, type PlacedHead } from './head-spans';
import { isNil, isPrinted } from './printed';
import type { RowCell, RowCells } from './row-cells';

/** A row of a table, with the extents of its cells where they are known, that of the label first. */
export interface PlacedRow {
  readonly cells: RowCells;
  readonly extents?: readonly (Extent | undefined)[];
}

/** The head rows of a table, and which of their cells are above a value. */
export class TableHeads {
  private rows: readonly (PlacedRow & { readonly byColumn?: readonly (RowCell | undefined)[] })[] = [];
  private readonly columns: (Extent | undefined)[];
  /** The columns that are not empty. */
  private readonly filled: ReadonlySet<number>;

  /** @param values rows of values, from which the extents of the columns are taken */
  constructor(values: readonly PlacedRow[]) {
    // A note below a table may have more cells than its rows.
    const valued = values.filter(({ cells }) => cells.filled.some(({ text }) => isPrinted(text)));
    const width = Math.max(0, ...(valued.length > 0 ? valued : values).map(({ cells }) => cells.width));
    this.filled = new Set(values.flatMap(({ cells }) => cells.filled.map(({ column }) => column)));
    this.columns = Array.from({ length: width }, () => undefined);
    for (const { cells, extents } of values)
      for (const { text, column } of cells.filled)
        if (isPrinted(text) || isNil(text))
          this.columns[column] = around(this.columns[column], extents?.[column + 1]);
  }

  /** Whether a row of heads names several columns. */
  get isOfColumns(): boolean {
    return this.rows.some(({ cells }) => cells.filled.length > 1);
  }

  /** Takes rows as the heads of what follows. */
  begin(rows: readonly PlacedRow[]): void {
    // The lowest row names columns one by one: its cells show how wide they are.
    const columns = [...this.columns];
    const lowest = rows.findLast(({ cells }) => cells.filled.length > 1);
    for (const { column } of lowest?.cells.filled ?? [])
      columns[column] = around(columns[column], lowest?.extents?.[column + 1]);
    this.rows = rows.map((row, at) => {
      const heads = row.cells.filled.flatMap((cell) => {
        const extent = row.extents?.[cell.column + 1];
        return extent ? [{ cell, extent }] : [];
      });
      const lower = rows.slice(at + 1);
      const own = heads.map((head) => ({
        ...{ ...head, cell: this.overValues(head, heads) },
        ...(lower.some(hasLineBelow(head)) && { isLine: true as const }),
      }));
      const isPlaced = heads.length === row.cells.filled.length && row.cells.width === columns.length;
      const below = lower.flatMap(({ cells }) => cells.filled.map(({ text }) => text));
      return isPlaced ? { ...row, byColumn: headsByPlace(own, columns, below) } : row;
    });
  }

  /** A head over an empty column gets the column of values that it is nearest to, if that has no other head. */
  private overValues({ cell, extent }: PlacedHead, heads: readonly PlacedHead[]): RowCell {
    if (this.filled.has(cell.column) || heads.length < 2) return cell;
    const off = ([x0, x1]: Extent): number => Math.abs(x0 + x1 - extent[0] - extent[1]);
    const free = this.columns.flatMap((place, column) =>
      place && !heads.some((head) => head.cell.column === column) ? [{ column, off: off(place) }] : [],
    );
    const [near] = free.toSorted((a, b) => a.off - b.off);
    const isNext = near !== undefined && Math.abs(near.column - cell.column) === 1;
    return isNext ? { ...cell, column: near.column } : cell;
  }

  add(row: PlacedRow): void {
    this.begin([...this.rows, row]);
  }

  /** Whether a head is a period whose dates are below it, over other columns than this one: not over `Change`. */
  private isOfOthers(text: string, below: readonly string[]): boolean {
    if (!UNDATED.test(text) || below.some((one) => DATED.test(one))) return false;
    return this.rows.some(({ cells }) => cells.filled.some((one) => DATED.test(one.text)));
  }

  /**
   * The texts of the heads above a value, from the top.
   * @param at its position among the values of its row, and `values` is their number
   */
  above(cell: RowCell, width: number, at: number, values: number): string {
    const texts = this.rows
      .map(({ cells, byColumn }) =>
        byColumn ? (byColumn[cell.column]?.text ?? '') : headAbove(cells, cell, width, at, values),
      )
      .filter((text) => text !== '');
    return texts.filter((text, i) => !this.isOfOthers(text, texts.slice(i + 1))).join(' ');
  }
}

const DAY_OF_MONTH =
  '(?:january|february|march|april|may|june|july|august|september|october|november|december) \\d{1,2},?';
/** A period without its year, which further heads have: `Year Ended`, `Fiscal Year Ended January 31,`. */
const UNDATED = new RegExp(
  `^(?:(?:for the )?(?:fiscal )?(?:years?|quarters?|(?:\\w{3,6} )?(?:months|weeks)) ended(?: ${DAY_OF_MONTH})?|as of(?: ${DAY_OF_MONTH})?|at|${DAY_OF_MONTH})$`,
  'i',
);
const DATED = /\b(?:19|20)\d\d\b|\d\/\d{2,4}$/;

/** In points: the lines of one head in a box have the same extent, that of the box. */
const SAME = 1;

/** Whether a row has the next line of a head: in its column, with its extent. */
function hasLineBelow({ cell, extent: [x0, x1] }: PlacedHead): (row: PlacedRow) => boolean {
  return ({ cells, extents }) => {
    const other = extents?.[cell.column + 1];
    return (
      cells.filled.some(({ column }) => column === cell.column) &&
      other !== undefined &&
      Math.abs(other[0] - x0) < SAME &&
      Math.abs(other[1] - x1) < SAME
    );
  };
}

function around(one: Extent | undefined, other: Extent | undefined): Extent | undefined {
  if (!one || !other) return one ?? other;
  return [Math.min(one[0], other[0]), Math.max(one[1], other[1])];
}
