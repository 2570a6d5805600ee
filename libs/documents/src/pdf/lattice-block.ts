import { bandsOf } from './bands';
import type { Row } from './columns';
import type { Fragment } from './fragment';
import type { Lattice, LatticeCell } from './lattice';
import { isNumeric } from './numeric';
import { segmentsOf, type Segment } from './segments';
import { isFigure, type Column } from './table-columns';
import { hasFigures, isNumbering } from './table-lead';
import type { Block } from './tables';

/** Rows with figures, at least. */
const FEWEST_ROWS = 2;
/** Of the texts in a lattice, at most this share reaches into another cell. */
const MOST_ACROSS = 0.05;
/** Of the cells of a table, at least this share has a text: a chart has more boxes. */
const FEWEST_FILLED = 0.3;
/** A cell of a title has at least this share of the width of the table. */
const WHOLE = 0.95;
/** In points. */
const SLACK = 2;
/** `7.02C`, `12`: the number of a row. */
const NUMBERED = /^[A-Z]?\d{1,4}(?:\.\d{1,3})*[A-Z]?\.?$/;

/** A cell with its text. */
interface Filled extends LatticeCell {
  readonly part: Segment;
  readonly lines: readonly (readonly Segment[])[];
  readonly fragments: readonly Fragment[];
}

/** The table that a lattice is, with the texts in it. */
export interface LatticeTable {
  /** Leading rows that are one cell: the title of the table. */
  readonly title: readonly Row[];
  readonly block: Block;
  /** Whether most rows with figures have a cell of several lines, which only the lattice tells from rows. */
  readonly hasLines: boolean;
  readonly fragments: ReadonlySet<Fragment>;
}

/**
 * The table in a lattice; null if its lines part no rows of figures.
 * @param inside the texts in it
 * @param around the texts of its page that are in no other lattice
 */
export function tableIn(
  lattice: Lattice,
  inside: readonly Fragment[],
  around: readonly Fragment[],
): LatticeTable | null {
  const across = inside.filter((one) => lattice.cells.some((cell) => isCutBy(cell, one)));
  if (inside.length === 0 || across.length > MOST_ACROSS * inside.length) return null;
  const filled = lattice.cells
    .flatMap((cell) => filledCell(cell, inside))
    .flatMap((cell) => partedCell(cell, lattice, inside));
  if (filled.length < FEWEST_FILLED * lattice.cells.length || filled.some(hasSeveral)) return null;
  const numbering = numberingIn(filled);
  const figures = filled.filter(
    ({ part, columns, rows }) => columns[0] > 0 && isFigure(part) && !numbering.has(rows[0]),
  );
  const first = Math.min(...figures.map(({ rows }) => rows[0]));
  if (new Set(figures.map(({ rows }) => rows[0])).size < FEWEST_ROWS) return null;
  const labels = labelsOf(filled, first, Math.min(...figures.map(({ columns }) => columns[0])));
  const columns = columnsOf(lattice, filled, labels);
  const all = lattice.ys.slice(1).flatMap((_, at) => rowAt(at, filled, labels, first) ?? []);
  const isWhole = ({ segments: [one, ...others] }: Row): boolean =>
    others.length === 0 &&
    one?.span !== undefined &&
    one.span[1] - one.span[0] > WHOLE * (lattice.box[2] - lattice.box[0]);
  const titles = Math.max(
    0,
    all.findIndex((row) => !isWhole(row)),
  );
  const rows = all.slice(titles);
  const heads = rows.findIndex((row) => hasFigures(row) || isOfAmounts(row));
  const isHeaded = rows
    .slice(0, Math.max(0, heads))
    .some(({ segments: [one, ...more] }) => one && more.length > 0);
  // Where heads are above the lines, they are found as those of any table.
  const body = filled.filter((cell) => cell.rows[0] >= first);
  const withLines = new Set(body.filter(({ lines }) => lines.length > 1).map((cell) => cell.rows[0])).size;
  const hasLines = withLines * 2 >= rows.length - heads;
  return isHeaded && !isPart(lattice, around)
    ? { title: all.slice(0, titles), block: { rows, columns, heads }, hasLines, fragments: new Set(inside) }
    : null;
}

/** The rows that number the columns. */
function numberingIn(filled: readonly Filled[]): ReadonlySet<number> {
  const rows = Map.groupBy(filled, ({ rows: [at] }) => at);
  return new Set(
    [...rows].flatMap(([at, cells]) =>
      isNumbering({ segments: cells.map(({ part }) => part) }) ? [at] : [],
    ),
  );
}

/** `$26.1 billion`, `≤ $129.01` */
const AMOUNT = /^[~≤≥<>(–-]*\s?[$€£¥]\s?\d/;

/** Whether most cells of a row are amounts with a currency sign, also with words behind. */
function isOfAmounts({ segments: [, ...others] }: Row): boolean {
  return others.filter(({ text }) => AMOUNT.test(text)).length * 2 > others.length;
}

function middleOf({ x0, x1, top, bottom }: Fragment): readonly [number, number] {
  return [(x0 + x1) / 2, (top + bottom) / 2];
}

/** Whether the middle of a text is in a box. */
export function isIn([x0, y0, x1, y1]: LatticeCell['box'], one: Fragment): boolean {
  const [x, y] = middleOf(one);
  return x0 <= x && x <= x1 && y0 <= y && y <= y1;
}

/** Whether a text in a cell reaches into the next one. */
function isCutBy({ box }: LatticeCell, one: Fragment): boolean {
  return isIn(box, one) && (one.x0 < box[0] - SLACK - one.size / 2 || one.x1 > box[2] + SLACK + one.size / 2);
}

/** A cell with its text: the lines in it, one after another. */
function filledCell(cell: LatticeCell, inside: readonly Fragment[]): readonly Filled[] {
  const fragments = inside.filter((one) => isIn(cell.box, one));
  const lines = bandsOf(fragments).map((band) => segmentsOf(band.fragments, band.size));
  const [only, ...others] = lines.flat();
  if (!only) return [];
  const span = cell.columns[0] < cell.columns[1] ? ([cell.box[0], cell.box[2]] as const) : undefined;
  if (others.length === 0) return [{ ...cell, fragments, lines, part: { ...only, ...(span && { span }) } }];
  const text = lines.map((line) => line.map((part) => part.text).join(' ')).join(' ');
  const x0 = Math.min(...lines.flat().map((part) => part.x0));
  const x1 = Math.max(...lines.flat().map((part) => part.x1));
  const part = { text, x0, x1, from: x0, numeric: isNumeric(text), ...(span && { span }) };
  return [{ ...cell, fragments, lines, part }];
}

/** A cell over several columns that has a line of figures: the lines of the lattice do not part this row. */
function partedCell(cell: Filled, { xs }: Lattice, inside: readonly Fragment[]): readonly Filled[] {
  if (cell.columns[0] === cell.columns[1] || !hasSeveral(cell)) return [cell];
  return xs.slice(1).flatMap((x1, at) => {
    if (at < cell.columns[0] || at > cell.columns[1]) return [];
    const box = [xs[at] ?? x1, cell.box[1], x1, cell.box[3]] as const;
    return filledCell({ box, columns: [at, at], rows: cell.rows }, inside);
  });
}

/** Whether a cell has several figures: then its lines do not part all rows and columns. */
function hasSeveral({ lines }: Filled): boolean {
  const figures = lines.map((line) => line.filter(isFigure).length);
  return figures.some((many) => many > 1) || lines.filter((line) => line.every(isFigure)).length > 1;
}

/**
 * The number of columns that are labels together: all before the figures if the first is over several of its rows, the
 * second one as well if the first numbers them.
 * @param first the first row with figures
 * @param most columns before the first one with figures
 */
function labelsOf(filled: readonly Filled[], first: number, most: number): number {
  if (most < 2) return 1;
  const below = filled.filter(({ rows, columns }) => rows[0] >= first && columns[1] < most);
  const own = below.filter(({ columns }) => columns[0] === 0 && columns[1] === 0);
  const isOver = own.some(({ rows }) => rows[1] > rows[0]);
  const isNumber = own.length > 0 && own.every(({ part }) => NUMBERED.test(part.text));
  if (isOver) return most;
  return most === 2 && isNumber ? 2 : 1;
}

/** The columns with a text, those of the labels as one. */
function columnsOf({ xs }: Lattice, filled: readonly Filled[], labels: number): readonly Column[] {
  const columns = xs.slice(1).map((x1, at) => ({ x0: xs[at] ?? x1, x1 }));
  const isUsed = (at: number): boolean =>
    filled.some((cell) => cell.columns[0] === at && (cell.columns[1] === at || at < labels));
  return [
    { x0: columns[0]?.x0 ?? 0, x1: columns[labels - 1]?.x1 ?? 0 },
    ...columns.filter((_, at) => at >= labels && isUsed(at)),
  ];
}

/** Whether a lattice is around a part of a table only: figures without lines are next to it. */
function isPart({ box: [x0, y0, x1, y1] }: Lattice, all: readonly Fragment[]): boolean {
  const beside = all.filter((one) => {
    const [x, y] = middleOf(one);
    return y0 <= y && y <= y1 && (x < x0 || x > x1) && isNumeric(one.text.trim());
  });
  return beside.length >= FEWEST_ROWS;
}

/** A row of a lattice: the cells that begin in it, and the labels that are over it; null without a text. */
function rowAt(at: number, filled: readonly Filled[], labels: number, first: number): Row | null {
  const own = filled.filter(({ rows, columns }) =>
    columns[0] < labels && at >= first ? rows[0] <= at && at <= rows[1] : rows[0] === at,
  );
  if (!own.some(({ rows }) => rows[0] === at)) return null;
  const label = own.filter(({ columns }) => columns[0] < labels && columns[1] < labels);
  const others = own.filter((cell) => !label.includes(cell));
  const segments = [...(label.length > 0 ? [joined(label)] : []), ...others.map(({ part }) => part)];
  const fragments = own.flatMap((cell) => cell.fragments);
  const alone = own.filter(({ rows }) => rows[0] === rows[1]);
  const placed = (alone.length > 0 ? alone : own).flatMap((cell) => cell.fragments);
  return {
    segments: segments.toSorted((a, b) => a.x0 - b.x0),
    fragments,
    size: Math.max(...fragments.map(({ size }) => size)),
    top: Math.min(...placed.map(({ top }) => top)),
    bottom: Math.max(...placed.map(({ bottom }) => bottom)),
  };
}

function joined(cells: readonly Filled[]): Segment {
  const parts = cells.map(({ part }) => part).toSorted((a, b) => a.x0 - b.x0);
  const text = parts.map((part) => part.text).join(' ');
  const [x0, x1] = [Math.min(...parts.map((part) => part.x0)), Math.max(...parts.map((part) => part.x1))];
  return { text, x0, x1, from: x0, numeric: parts.length === 1 && parts[0]?.numeric === true };
}
