import type { RowCell } from './row-cells';

/** Left and right edge of a cell or a column. */
export type Extent = readonly [number, number];

/** The left and right edge of each cell of a row, the label first; undefined for an empty one. */
export type CellExtents = readonly (Extent | undefined)[];

/** A cell of a head row with its place. */
export interface PlacedHead {
  readonly cell: RowCell;
  readonly extent: Extent;
  /** Whether it is the upper line of a head that a box shows to be over its column. */
  readonly isLine?: true;
}

/** The columns from the first to the last, inclusive. */
type Span = readonly [first: number, last: number];

/** By this share of the distance between columns, a head may be off the middle of those it is above. */
const OFF = 0.2;
const PERIOD = /\b(?:ended|ending|as of|months|weeks)\b|^(?:19|20)\d\d$|^fiscal years?$/i;
const MONTH = '(?:january|february|march|april|may|june|july|august|september|october|november|december)';
/** The upper part of dates, `December 31,` over years. */
const DAY = new RegExp(`^${MONTH} \\d{1,2},?$`, 'i');
const HAS_DAY = new RegExp(`\\b${MONTH} \\d`, 'i');
const YEAR = /^(?:19|20)\d\d$/;

/** A period with its year. */
const NAMED = /\b(?:19|20)\d\d\b/;
const NOTE = /^\(.*\)$/;

/**
 * The head of each column of a head row whose cells have places. A cell over several columns is at their middle (`Year
 * ended` over three years); the upper line of a head (`Total` over `costs`) is over its own column.
 * @param heads the filled cells of the row, from the left
 * @param columns the extent of each column of values, from the left; undefined for one without any
 * @param below the texts of the head rows below it
 * @returns for each column, the cell that is its head; undefined for none
 */
export function headsByPlace(
  heads: readonly PlacedHead[],
  columns: readonly (Extent | undefined)[],
  below: readonly string[],
): readonly (RowCell | undefined)[] {
  const isUpper = below.length > 0;
  const [only, ...others] = heads;
  if (only && others.length === 0) {
    const { column, text } = only.cell;
    if (!isUpper && NOTE.test(text) && isOfColumn(only, columns))
      return columns.map((_, at) => (at === column ? only.cell : undefined));
    // A period or a unit alone is about all columns, wherever it is printed.
    const ruled = ruledSpan(only.extent, columns);
    if (
      isOfAll(text, isUpper) ||
      isDayOf(text, below) ||
      (isUpper && !only.isLine && !ruled && isInMiddle(only, columns))
    )
      return columns.map(() => only.cell);
  }
  const blocks = isUpper ? blocksOf(heads, columns, below) : null;
  if (blocks) return blocks;
  const found: (RowCell | undefined)[] = columns.map(() => undefined);
  for (const [at, [from, to]] of spansOf(heads, columns).entries())
    for (let column = from; column <= to; column++) found[column] ??= heads[at]?.cell;
  return found;
}

/** In points: how far the line below a head may end from the figures of its last column. */
const RULED = 10;

/** The columns below a head whose extent is that of a line drawn below it: it holds several columns as a whole. */
function ruledSpan([x0, x1]: Extent, columns: readonly (Extent | undefined)[]): Span | null {
  const within = ([from, to]: Extent): boolean => from >= x0 - 1 && to <= x1 + 1;
  const first = columns.findIndex((column) => column !== undefined && within(column));
  const last = columns.findLastIndex((column) => column !== undefined && within(column));
  const right = columns[last];
  if (first < 0 || last === first || !right || x1 - right[1] > RULED) return null;
  const isCut = columns.some(
    (column, at) => column && (at < first || at > last) && column[0] < x1 - 1 && column[1] > x0 + 1,
  );
  return isCut ? null : [first, last];
}

function isOfAll(text: string, isUpper: boolean): boolean {
  return NOTE.test(text) || (isUpper && (NAMED.test(text) || PERIOD.test(text)));
}

/** By this share of the width of all columns, the unit of one column is right of their middle. */
const BESIDE = 0.25;

/** Whether a head is over its own column only: right of the middle, where a unit of all columns does not begin. */
function isOfColumn({ cell, extent }: PlacedHead, columns: readonly (Extent | undefined)[]): boolean {
  const [own, first, last] = [columns[cell.column], columns.find(Boolean), columns.findLast(Boolean)];
  if (!own || !first || !last || first === last) return false;
  const off = (extent[0] + extent[1]) / 2 - (first[0] + last[1]) / 2;
  return extent[0] >= own[0] - 1 && extent[1] <= own[1] + 1 && off > BESIDE * (last[1] - first[0]);
}

/** Whether a head that reaches beyond its column is over the middle of all, and not over that of its own. */
function isInMiddle({ cell, extent }: PlacedHead, columns: readonly (Extent | undefined)[]): boolean {
  const own = cell.column;
  const span: Span = [0, columns.length - 1];
  const pitch = pitchOf(span, columns);
  return (
    reachesBeyond(extent, columns[own]) &&
    offOf(span, extent, columns) <= pitch / 2 &&
    offOf([own, own], extent, columns) > OFF * pitch
  );
}

/**
 * Names of groups of columns (`Family of Apps`, `Reality Labs`, each over three columns), if each is over the middle of
 * as many columns; null otherwise. The same text several times is the upper line of a head.
 */
function blocksOf(
  heads: readonly PlacedHead[],
  columns: readonly (Extent | undefined)[],
  below: readonly string[],
): readonly RowCell[] | null {
  const size = columns.length / heads.length;
  if (heads.length < 2 || size < 2 || !Number.isInteger(size)) return null;
  const texts = heads.map(({ cell }) => cell.text);
  if (new Set(texts).size < texts.length && !texts.every((text) => PERIOD.test(text) || isDayOf(text, below)))
    return null;
  const isOver = heads.every(({ cell, extent }, at) => {
    const span: Span = [at * size, at * size + size - 1];
    const isWithin = span[0] <= cell.column && cell.column <= span[1];
    return isWithin && offOf(span, extent, columns) <= OFF * pitchOf(span, columns);
  });
  return isOver ? heads.flatMap(({ cell }) => Array.from({ length: size }, () => cell)) : null;
}

/** Whether a text is the upper part of the dates below it, which are years. */
function isDayOf(text: string, below: readonly string[]): boolean {
  return DAY.test(text) && below.some((one) => YEAR.test(one)) && !below.some((one) => HAS_DAY.test(one));
}

/** In points. */
const DOUBT = 0.01;

interface Spans {
  readonly spans: readonly Span[];
  /** How far the heads are off the middle of their columns, all together. */
  readonly off: number;
}

/**
 * The columns of each head of a row, so that no column has two of them and all heads together are nearest to the middle
 * of their columns; of equally good ones, the widest.
 */
function spansOf(heads: readonly PlacedHead[], columns: readonly (Extent | undefined)[]): readonly Span[] {
  // Per last column that is taken, the best spans of the heads so far.
  let best = new Map<number, Spans>([[-1, { spans: [], off: 0 }]]);
  for (const [at, head] of heads.entries()) {
    const last = (heads[at + 1]?.cell.column ?? columns.length) - 1;
    const next = new Map<number, Spans>();
    for (const [taken, before] of best)
      for (const { span, off } of candidatesOf(head, [taken + 1, last], columns)) {
        const spans = { spans: [...before.spans, span], off: before.off + off };
        if (isBetter(spans, next.get(span[1]))) next.set(span[1], spans);
      }
    best = next;
  }
  const [first, ...others] = best.values();
  return others.reduce((a, b) => (isBetter(b, a) ? b : a), first ?? { spans: [], off: 0 }).spans;
}

function isBetter(one: Spans, other: Spans | undefined): boolean {
  if (!other || Math.abs(one.off - other.off) > 1e-6) return !other || one.off < other.off;
  return widthOf(one) > widthOf(other);
}

function widthOf({ spans }: Spans): number {
  return spans.reduce((sum, [from, to]) => sum + to - from, 0);
}

/**
 * The columns that a head may be above, its own among them, and how far off their middle it is beyond what is usual.
 */
function candidatesOf(
  head: PlacedHead,
  [first, last]: Span,
  columns: readonly (Extent | undefined)[],
): readonly { readonly span: Span; readonly off: number }[] {
  const own = head.cell.column;
  const ruled = ruledSpan(head.extent, columns);
  if (ruled && ruled[0] >= first && ruled[1] <= last) return [{ span: ruled, off: 0 }];
  if (head.isLine) return [{ span: [own, own], off: 0 }];
  const isWide = reachesBeyond(head.extent, columns[own]) || PERIOD.test(head.cell.text);
  const wide: { readonly span: Span; readonly off: number }[] = [];
  for (let from = first; from <= own; from++)
    for (let to = Math.max(own, from + 1); to <= last; to++) {
      const span: Span = [from, to];
      const usual = (OFF / 2) * pitchOf(span, columns);
      const off = offOf(span, head.extent, columns);
      // Only a head that is wider than its column, or a period, is above several in case of doubt.
      if (off !== Infinity) wide.push({ span, off: isWide ? Math.max(0, off - usual) : off + DOUBT });
    }
  const nearest = wide.toSorted((one, other) => one.off - other.off)[0];
  const pitch = nearest ? pitchOf(nearest.span, columns) : 0;
  const off = offOf([own, own], head.extent, columns);
  const usual = (isWide ? OFF / 2 : OFF) * pitch;
  return [{ span: [own, own], off: off === Infinity ? 0 : Math.max(0, off - usual) }, ...wide];
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
