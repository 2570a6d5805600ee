import type { Rule } from './drawn';
import type { Row } from './columns';
import type { Segment } from './segments';
import { isFigure } from './table-columns';
import { NOTE } from './table-lead';

/** In heights of letters: a line is so far above or below the lower edge of the text that it underlines. */
const ABOVE = 0.35;
const BELOW = 0.9;
/** In heights of letters: lines that are so much at the same height are next to each other. */
const STAGGERED = 0.3;
/** In heights of letters: the lines of one head are closer. */
const LINES = 0.8;
/** In points: pieces of one line are closer. */
const JOINED = 1.5;
const SLACK = 2;
/** In points: between the pieces of a line, at most, and from the middle of a text to that of its line. */
const WIDEST_GAP = 20;
const CENTRED = 3;

/**
 * Gives each text the extent of the line drawn below it, which is that of the columns that it heads. The upper lines of
 * a head have the extent of its lowest one. A line under several texts is that of a row.
 */
export function ruledRows(rows: readonly Row[], rules: readonly Rule[]): readonly Row[] {
  const level = rules.filter(([, y0, , y1]) => y0 === y1);
  const upright = rules.filter(([x0, , x1]) => x0 === x1);
  const left = Math.min(...rows.map(({ segments }) => segments[0]?.x0 ?? Infinity));
  const ruled: Row[] = [];
  for (let at = rows.length - 1; at >= 0; at--) {
    const row = rows[at];
    const beside = [rows[at - 1], rows[at + 1]].filter((one) => one && row && areStaggered(one, row));
    const others = beside.flatMap((one) => one?.segments ?? []);
    if (row) ruled.unshift(withRules(row, ruled[0], { rules: level, upright, left, others }));
  }
  return ruled;
}

interface Ruling {
  readonly rules: readonly Rule[];
  /** Upright lines, also the sides of boxes. */
  readonly upright: readonly Rule[];
  /** Where labels begin: a line from there is that of a row or a label. */
  readonly left: number;
  /** Texts of lines that are partly next to the row: those of heads with more lines. */
  readonly others: readonly Segment[];
}

/** Whether two lines are partly at the same height: heads of one and of two lines, each in the middle of its cell. */
function areStaggered(one: Row, other: Row): boolean {
  return Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > STAGGERED * other.size;
}

function withRules(row: Row, below: Row | undefined, { rules, upright, left, others }: Ruling): Row {
  const reach = below ? below.top + 0.4 * below.size : Infinity;
  const near = rules.filter(
    ([, y]) => y >= row.bottom - ABOVE * row.size && y <= Math.min(row.bottom + BELOW * row.size, reach),
  );
  const middle = (row.top + row.bottom) / 2;
  const beside = upright.flatMap(([x, y0, , y1]) => (y0 <= middle && middle <= y1 ? [x] : []));
  const isNext = below !== undefined && below.top - row.bottom <= LINES * row.size;
  return {
    ...row,
    segments: row.segments.map((part) => {
      const { span: _, ...plain } = part;
      if (isFigure(part) || NOTE.test(part.text)) return plain;
      const isHead = ([x0, x1]: Span): boolean =>
        x0 > left + row.size &&
        [...row.segments, ...others].every(
          (other) => other === part || other.x1 <= x0 + SLACK || other.x0 >= x1 - SLACK,
        );
      const own = boxOf(part, beside, isHead) ?? spanOf(part, near, isHead);
      const span = (isNext ? spanBelow(part, below, own) : undefined) ?? own;
      return span ? { ...plain, span } : plain;
    }),
  };
}

type Span = NonNullable<Segment['span']>;

/** The box around a text: the nearest upright lines on both sides, if nothing else of the row is between them. */
function boxOf(
  { x0, x1 }: Segment,
  beside: readonly number[],
  isHead: (span: Span) => boolean,
): Span | undefined {
  const left = Math.max(...beside.filter((x) => x <= x0 + SLACK));
  const right = Math.min(...beside.filter((x) => x >= x1 - SLACK));
  return Number.isFinite(left) && Number.isFinite(right) && isHead([left, right]) ? [left, right] : undefined;
}

/**
 * The line under a text alone. A line may be drawn in pieces, one for each column: of those around the text, the ones
 * whose middle is that of the text belong to it, otherwise only those below it.
 */
function spanOf(part: Segment, rules: readonly Rule[], isHead: (span: Span) => boolean): Span | undefined {
  const pieces = piecesOf(rules);
  const first = pieces.findIndex(([, x1]) => x1 > part.x0);
  const last = pieces.findLastIndex(([x0]) => x0 < part.x1);
  if (first < 0 || last < first) return undefined;
  const middle = (part.x0 + part.x1) / 2;
  const runs: { readonly span: Span; readonly off: number }[] = [];
  for (let from = first; from >= 0 && isNear(pieces, from, first); from--)
    for (let to = last; to < pieces.length && isNear(pieces, last, to); to++) {
      const span = [pieces[from]?.[0] ?? 0, pieces[to]?.[1] ?? 0] as const;
      if (isHead(span)) runs.push({ span, off: Math.abs((span[0] + span[1]) / 2 - middle) });
    }
  const [own] = runs;
  const centred = runs.filter(({ off }) => off <= CENTRED).at(-1) ?? own;
  // A line as long as its text underlines words.
  return centred && centred.span[1] - centred.span[0] > part.x1 - part.x0 + SLACK ? centred.span : undefined;
}

/** The lines at one height, those that touch as one. */
function piecesOf(rules: readonly Rule[]): readonly Span[] {
  const pieces: [number, number][] = [];
  for (const [x0, , x1] of rules.toSorted((a, b) => a[0] - b[0])) {
    const last = pieces.at(-1);
    if (last && x0 - last[1] <= JOINED) last[1] = Math.max(last[1], x1);
    else pieces.push([x0, x1]);
  }
  return pieces;
}

/** Whether the pieces of a line, from one to another, have gaps that are no wider than the space between columns. */
function isNear(pieces: readonly Span[], from: number, to: number): boolean {
  return pieces.slice(from, to).every(([, x1], at) => (pieces[from + at + 1]?.[0] ?? 0) - x1 <= WIDEST_GAP);
}

const YEAR = /\b(?:19|20)\d\d\b/;

/** The extent of the text below that this one is the upper line of. A period is no line of another head. */
function spanBelow({ x0, x1, text }: Segment, below: Row, own: Span = [x0, x1]): Span | undefined {
  const [left, right] = [Math.min(x0, own[0]), Math.max(x1, own[1])];
  const lower = below.segments.filter(
    ({ span, text: other }) =>
      span && span[0] <= left + SLACK && span[1] >= right - SLACK && (!YEAR.test(text) || YEAR.test(other)),
  );
  return lower.length === 1 ? lower[0]?.span : undefined;
}
