import type { Row } from './columns';
import type { Fragment } from './fragment';
import { segmentsOf, type Segment } from './segments';
import { columnsOf, columnsUnder, isFigure, nearest, type Column } from './table-columns';
import { hasFigures } from './table-lead';

/** In heights of letters: words of one head are closer. */
const PARTED = 0.4;
/** In heights of letters: so much is taken off the end of a text before another period. */
const GAP = 0.5;

/**
 * Parts heads that are printed close to each other: a cell over several columns of figures becomes several if its words
 * are apart, each over a column of its own. A head that spans columns has no such gaps.
 */
export function withPartedHeads(rows: readonly Row[]): readonly Row[] {
  const first = rows.findIndex(hasFigures);
  if (first <= 0) return rows;
  const columns = columnsOf(rows.slice(first).map((row) => row.segments.slice(1).filter(isFigure)));
  return rows.map((row, at) =>
    at < first ? { ...row, segments: row.segments.flatMap((part) => partsOf(part, row, columns)) } : row,
  );
}

function partsOf(part: Segment, row: Row, columns: readonly Column[]): readonly Segment[] {
  if (columnsUnder(columns, part).length < 2) return [part];
  const within = row.fragments.filter((one) => one.x0 >= part.from - 0.1 && one.x1 <= part.x1 + 0.1);
  const pieces = segmentsOf(within.flatMap(periodsOf), row.size, PARTED);
  const homes = pieces.map((piece) => nearest(columns, piece));
  if (pieces.length < 2 || new Set(homes).size < pieces.length) return [part];
  // Where one text was parted, its places are estimated: none reaches into the column before its own.
  return pieces.map((piece, at) => {
    const from = Math.max(piece.from, Math.min(homes[at]?.x0 ?? piece.from, piece.x1));
    return within.length < pieces.length ? { ...piece, x0: Math.max(piece.x0, from), from } : piece;
  });
}

/** Periods of two columns, printed as one text: `FISCAL 2023 FISCAL 2022`. */
const BETWEEN = /(?<!ended|ending|of|in|at|the|and|for|[,-])\s(?=(?:fiscal|fy) ?(?:19|20)\d\d\b)/gi;

/** The texts of a fragment in which a further period begins. Letters count as equally wide. */
function periodsOf(one: Fragment): readonly Fragment[] {
  const width = (one.x1 - one.x0) / one.text.length;
  const starts = [0, ...[...one.text.matchAll(BETWEEN)].map(({ index }) => index + 1)];
  return starts.map((from, at) => {
    const to = starts[at + 1] ?? one.text.length;
    const text = one.text.slice(from, to).trimEnd();
    // The gap before another period is as wide as that between cells.
    const end =
      starts[at + 1] === undefined ? one.x1 : one.x0 + from * width + text.length * width - GAP * one.size;
    return { ...one, text, x0: one.x0 + from * width, x1: end };
  });
}
