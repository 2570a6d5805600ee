import type { Box } from '@quarry/turn';
import type { Rule } from './drawn';

/** A cell of a lattice: its box, and the columns and rows of the lattice that it takes, the last ones inclusive. */
export interface LatticeCell {
  readonly box: Box;
  readonly columns: readonly [first: number, last: number];
  readonly rows: readonly [first: number, last: number];
}

/** A table whose cells are drawn: lines or boxes are around each of them. */
export interface Lattice {
  readonly box: Box;
  /** Edges of its columns and rows, from the left and the top. */
  readonly xs: readonly number[];
  readonly ys: readonly number[];
  readonly cells: readonly LatticeCell[];
}

/** In points: lines that are closer are one line, for no text is between them. */
const ONE = 4;
/** In points: lines that end so close to another one meet it, and pieces of a line with such a gap touch. */
const SNAP = 3;
/** More crossings are a drawing. */
const MOST_CROSSINGS = 250_000;
const FEWEST_EDGES = 3;

/** A level or an upright line: its place across, and where along it begins and ends. */
interface Line {
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

/**
 * The lattices that the lines of a page form, after pdfplumber: lines that cross belong together, and what
 * is parted by none of them is one cell, also over several columns and rows. The outer sides may be missing.
 */
export function latticesOf(rules: readonly Rule[]): readonly Lattice[] {
  const level = linesAt(
    rules.flatMap(([x0, y0, x1, y1]) => (y0 === y1 ? [{ at: y0, from: x0, to: x1 }] : [])),
  );
  const upright = linesAt(
    rules.flatMap(([x0, y0, x1, y1]) => (x0 === x1 ? [{ at: x0, from: y0, to: y1 }] : [])),
  );
  if (level.length * upright.length > MOST_CROSSINGS) return [];
  return crossing(level, upright).flatMap((group) => latticeOf(group) ?? []);
}

/** Lines in one place as one, and the pieces of a line that touch as one piece. */
function linesAt(lines: readonly Line[]): readonly Line[] {
  const places: Line[][] = [];
  for (const line of lines.toSorted((a, b) => a.at - b.at)) {
    const first = places.at(-1)?.[0];
    if (first && line.at - first.at <= ONE) places.at(-1)?.push(line);
    else places.push([line]);
  }
  return places.flatMap((place) => {
    const at = place.reduce((sum, line) => sum + line.at, 0) / place.length;
    const pieces: { at: number; from: number; to: number }[] = [];
    for (const { from, to } of place.toSorted((a, b) => a.from - b.from)) {
      const last = pieces.at(-1);
      if (last && from - last.to <= SNAP) last.to = Math.max(last.to, to);
      else pieces.push({ at, from, to });
    }
    return pieces;
  });
}

interface Group {
  readonly level: readonly Line[];
  readonly upright: readonly Line[];
}

/** Groups of lines that cross each other. */
function crossing(level: readonly Line[], upright: readonly Line[]): readonly Group[] {
  const group = new Map<Line, Line>();
  const rootOf = (line: Line): Line => {
    let root = line;
    for (let next = group.get(root); next; next = group.get(root)) root = next;
    if (root !== line) group.set(line, root);
    return root;
  };
  for (const one of level)
    for (const other of upright)
      if (covers(one, other.at, other.at) && covers(other, one.at, one.at) && rootOf(one) !== rootOf(other))
        group.set(rootOf(one), rootOf(other));
  const parts = [level, upright].map((lines) => Map.groupBy(lines, rootOf));
  return [...(parts[0] ?? [])].map(([root, own]) => ({ level: own, upright: parts[1]?.get(root) ?? [] }));
}

function covers({ from, to }: Line, first: number, last: number): boolean {
  return from <= first + SNAP && to >= last - SNAP;
}

function latticeOf({ level, upright }: Group): Lattice | null {
  const ys = edgesOf(level, upright);
  const xs = edgesOf(upright, level);
  if (xs.length < FEWEST_EDGES || ys.length < FEWEST_EDGES) return null;
  const cells = cellsOf(xs, ys, { level, upright });
  const box = [xs[0] ?? 0, ys[0] ?? 0, xs.at(-1) ?? 0, ys.at(-1) ?? 0] as const;
  return { box, xs, ys, cells };
}

/** The places of lines, and the ends of those that cross them where no line is drawn. */
function edgesOf(lines: readonly Line[], across: readonly Line[]): readonly number[] {
  const places = [...new Set(lines.map(({ at }) => at))];
  const [first, last] = [Math.min(...places), Math.max(...places)];
  const [from, to] = [
    Math.min(...across.map((line) => line.from)),
    Math.max(...across.map((line) => line.to)),
  ];
  const ends = [...(first - from > ONE ? [from] : []), ...(to - last > ONE ? [to] : [])];
  return [...places, ...ends].toSorted((a, b) => a - b);
}

/** What no line parts; where lines part what they are around only in part, the smallest cells. */
function cellsOf(
  xs: readonly number[],
  ys: readonly number[],
  { level, upright }: Group,
): readonly LatticeCell[] {
  const [width, height] = [xs.length - 1, ys.length - 1];
  const [levelAt, uprightAt] = [level, upright].map((lines) => Map.groupBy(lines, ({ at }) => at));
  const isDrawn = (lines: readonly Line[] | undefined, from = 0, to = 0): boolean =>
    lines?.some((line) => covers(line, from, to)) ?? false;
  const isEnd = (x: number, y: number): boolean =>
    x + 1 >= width || isDrawn(uprightAt?.get(xs[x + 1] ?? 0), ys[y], ys[y + 1]);
  const isFoot = (x: number, y: number): boolean =>
    y + 1 >= height || isDrawn(levelAt?.get(ys[y + 1] ?? 0), xs[x], xs[x + 1]);
  const cells: LatticeCell[] = [];
  const taken = new Set<number>();
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) {
      if (taken.has(row * width + column)) continue;
      let [right, bottom] = [column, row];
      while (!isEnd(right, row)) right++;
      while (!isFoot(column, bottom)) bottom++;
      const within = area(column, right).flatMap((x) => area(row, bottom).map((y) => [x, y] as const));
      const isWhole = within.every(
        ([x, y]) =>
          !taken.has(y * width + x) && (x === right || !isEnd(x, y)) && (y === bottom || !isFoot(x, y)),
      );
      if (!isWhole) [right, bottom] = [column, row];
      for (const [x, y] of isWhole ? within : [[column, row] as const]) taken.add(y * width + x);
      const box = [xs[column] ?? 0, ys[row] ?? 0, xs[right + 1] ?? 0, ys[bottom + 1] ?? 0] as const;
      cells.push({ box, columns: [column, right], rows: [row, bottom] });
    }
  return cells;
}

function area(first: number, last: number): readonly number[] {
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}
