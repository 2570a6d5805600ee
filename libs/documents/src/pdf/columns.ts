import { bandsOf, type Band } from './bands';
import type { Fragment } from './fragment';
import { segmentsOf, type Segment } from './segments';
import { isFigure } from './table-columns';

/** A band split into segments. */
export interface Row extends Band {
  readonly segments: readonly Segment[];
}

/** Part of a page whose lines are read from top to bottom. */
export type Region = readonly Row[];

/** Where columns of equal width meet, as shares of the text width: two columns, or three. */
const GUTTERS = [
  [0.4, 0.6],
  [0.28, 0.39],
  [0.61, 0.72],
] as const;
const FEWEST_LINES = 4;
/** Lines of prose next to a table, at least. */
const FEWEST_FULL = 8;
/** A page in two columns has at most this share of lines across both. */
const MOST_CROSSED = 0.15;
/** In points: so far labels are indented. */
const INDENT = 24;
/** In heights of letters: a row further below belongs to other columns. */
const FARTHEST = 4;
/** Deeper nesting of columns is not plausible. */
const DEEPEST = 3;

/** The text of a page in reading order: columns of prose one after another, everything else from top to bottom. */
export function regionsOf(fragments: readonly Fragment[], depth = 0): Region[] {
  const rows = bandsOf(fragments).map((band) => ({
    ...band,
    segments: segmentsOf(band.fragments, band.size),
  }));
  if (depth >= DEEPEST) return [rows];
  const zones = GUTTERS.map((window) => zonesAt(rows, gutterIn(rows, window)));
  const lines = (cut: readonly Zone[]): number =>
    cut.reduce((sum, zone) => sum + (zone.gutter === null ? 0 : zone.rows.length), 0);
  const best = zones.reduce((a, b) => (lines(b) > lines(a) ? b : a));
  if (lines(best) === 0) return [rows];
  return best.flatMap(({ rows: within, gutter }) => {
    if (gutter === null) return [within];
    const all = within.flatMap((row) => row.fragments);
    const left = all.filter((one) => one.x1 <= gutter);
    const right = all.filter((one) => one.x1 > gutter);
    return [...regionsOf(left, depth + 1), ...regionsOf(right, depth + 1)];
  });
}

interface Zone {
  readonly rows: readonly Row[];
  /** Where its two columns meet; null if it has no columns. */
  readonly gutter: number | null;
}

/**
 * The position in the window that the fewest lines cross; of several, the one with the most lines that begin right of
 * it with a text, as at the left edge of a column.
 */
function gutterIn(rows: readonly Row[], [from, to]: readonly [number, number]): number {
  const x0 = Math.min(...rows.map((row) => row.segments[0]?.x0 ?? Infinity));
  const x1 = Math.max(...rows.map((row) => row.segments.at(-1)?.x1 ?? -Infinity));
  const crossed = Array.from({ length: 81 }, (_, i) => {
    const x = x0 + (x1 - x0) * (from + ((to - from) * i) / 80);
    return { x, by: rows.filter((row) => crosses(row, x)).length };
  });
  const fewest = Math.min(...crossed.map(({ by }) => by));
  const places = crossed
    .filter(({ by }) => by === fewest)
    .map(({ x }) => ({ x, begun: rows.filter((row) => beginsAfter(row, x)).length }));
  const most = Math.max(...places.map(({ begun }) => begun));
  const best = places.filter(({ begun }) => begun === most);
  return best[Math.floor(best.length / 2)]?.x ?? 0;
}

function beginsAfter({ segments }: Row, x: number): boolean {
  const next = segments.find((part) => part.x0 >= x);
  return next !== undefined && !next.numeric && next.x0 - x <= INDENT;
}

function crosses(row: Row, x: number): boolean {
  return row.segments.some((segment) => segment.x0 < x && segment.x1 > x);
}

/** Cuts the page into parts with and without two columns of prose. */
function zonesAt(rows: readonly Row[], gutter: number): Zone[] {
  const runs: { rows: Row[]; crossed: boolean }[] = [];
  for (const row of rows) {
    const crossed = crosses(row, gutter);
    const run = runs.at(-1);
    const above = run?.rows.at(-1);
    const far = above !== undefined && row.top - above.bottom > FARTHEST * row.size;
    if (run?.crossed === crossed && !far) run.rows.push(row);
    else runs.push({ rows: [row], crossed });
  }
  const crossed = runs.reduce((sum, run) => sum + (run.crossed ? run.rows.length : 0), 0);
  const isOfPage = crossed <= MOST_CROSSED * rows.length;
  const zones: { rows: Row[]; gutter: number | null }[] = [];
  for (const { rows: within, crossed: isCrossed } of runs) {
    const isCut = !isCrossed && (isProse(within, gutter) || areSideBySide(within, gutter, isOfPage));
    const last = zones.at(-1);
    // A table may have lines that cross the middle of the page and lines that do not.
    if (!isCut && last?.gutter === null) last.rows.push(...within);
    else zones.push({ rows: within, gutter: isCut ? gutter : null });
  }
  return zones;
}

/**
 * Whether two tables are side by side: lines of both sides begin with a text at the left edge of their side, and a head
 * is on both (`2022`). On a page in two columns, they may be tables next to prose.
 */
function areSideBySide(rows: readonly Row[], gutter: number, isOfPage: boolean): boolean {
  const sides = rows.map(({ segments }) => [
    segments.filter((one) => one.x1 <= gutter),
    segments.filter((one) => one.x1 > gutter),
  ]);
  const [left, right] = [0, 1].map((side) =>
    sides.map((both) => both[side] ?? []).filter((segments) => segments.length > 0),
  );
  if (!left || !right || !isWhole(left) || !isWhole(right)) return false;
  const isRepeated = sides.some(([one = [], other = []]) =>
    one.some(
      (part, at) => at > 0 && other.some(({ text }, i) => i > 0 && text === part.text && !isFigure(part)),
    ),
  );
  return isRepeated || (isOfPage && [left, right].some((side) => fullLines(side) >= FEWEST_FULL));
}

/** Whether most lines begin with a text at the left edge, as labels and prose do, and cells of a table do not. */
function isWhole(lines: Lines): boolean {
  if (lines.length < FEWEST_LINES) return false;
  const edge = Math.min(...lines.map((line) => line[0]?.x0 ?? Infinity));
  const begin = lines.filter(([first]) => first && !first.numeric && first.x0 - edge <= INDENT);
  return begin.length >= 0.65 * lines.length;
}

/** The number of lines of words that fill the width of their side. */
function fullLines(lines: Lines): number {
  const from = Math.min(...lines.map((line) => line[0]?.x0 ?? Infinity));
  const to = Math.max(...lines.map((line) => line.at(-1)?.x1 ?? -Infinity));
  return lines.filter(
    ([only, ...others]) => only && others.length === 0 && only.x1 - only.x0 >= 0.75 * (to - from),
  ).length;
}

/**
 * Whether both sides are columns of prose, or one is a justified column next to something that is not a table: code, a
 * drawing, short lines.
 */
function isProse(rows: readonly Row[], gutter: number): boolean {
  const sides = [true, false].map((left) =>
    rows
      .map((row) => row.segments.filter((one) => one.x1 <= gutter === left))
      .filter((side) => side.length > 0),
  );
  const [left = [], right = []] = sides;
  if (left.length < FEWEST_LINES || right.length < FEWEST_LINES) return false;
  if (isColumn(left)) return isColumn(right) || (isBlock(left) && !isNumbers(right));
  return isColumn(right) && isBlock(right) && !isNumbers(left);
}

type Lines = readonly (readonly Segment[])[];

/** Whether lines form a column of prose: most fill its width and consist of words. */
function isColumn(lines: Lines): boolean {
  const edges = lines.map((line) => ({ x0: line[0]?.x0 ?? 0, x1: line.at(-1)?.x1 ?? 0 }));
  const width = Math.max(...edges.map((edge) => edge.x1)) - Math.min(...edges.map((edge) => edge.x0));
  const full = edges.filter((edge) => edge.x1 - edge.x0 >= 0.75 * width).length;
  const text = lines
    .flat()
    .map((segment) => segment.text)
    .join('');
  const letters = text.replace(/[^\p{L}]/gu, '').length;
  const whole = lines.filter((line) => line.length === 1).length;
  return (
    full >= lines.length / 2 &&
    whole >= 0.7 * lines.length &&
    letters >= 0.6 * text.length &&
    text.length >= 15 * lines.length
  );
}

/** Whether most lines end at the same edge, which the labels of a table never do. */
function isBlock(lines: Lines): boolean {
  const ends = lines.map((line) => line.at(-1)?.x1 ?? 0).sort((a, b) => a - b);
  const edge = ends[Math.floor(ends.length * 0.6)] ?? 0;
  const same = ends.filter((end) => Math.abs(end - edge) < 2).length;
  return lines.length >= 2 * FEWEST_LINES && same >= 0.6 * lines.length;
}

function isNumbers(lines: Lines): boolean {
  const parts = lines.flat();
  return parts.filter((part) => part.numeric).length > 0.4 * parts.length;
}
