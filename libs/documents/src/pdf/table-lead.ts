import type { Row } from './columns';
import type { Segment } from './segments';
import { isFigure } from './table-columns';

/** Where labels end and figures begin, as the rows with figures show it. */
export interface Edges {
  /** Left edge of the labels. */
  readonly from: number;
  /** Right edge of the longest label. */
  readonly labels: number;
  /** Left and right edge of the figures. */
  readonly figures: number;
  readonly end: number;
  /** Texts left of the figures in one row: its label, and cells of words. */
  readonly texts: number;
}

/** `(In millions, except par value amounts)` */
export const NOTE = /^\([^()]{1,80}\)$/;

/** The mark of a footnote, also `(5)` for minus five. */
const NOTE_MARK = /^\(\d\)$/;

/** `11.3 years` behind a label is a value. */
const TERM = /^\d{1,3}\.\d\s?years?$/i;

/** `(3)`, `6=`: the number of a column. */
const COLUMN_NUMBER = /^\(?(\d{1,2})\)?\s?=?$/;
const FEWEST_NUMBERED = 4;

/** Whether a row numbers the columns: `(1) (2) (3) (4)`. It is the last one of the heads. */
export function isNumbering({ segments }: Pick<Row, 'segments'>): boolean {
  if (segments.length < FEWEST_NUMBERED) return false;
  const numberOf = (part: Segment | undefined): number => Number(COLUMN_NUMBER.exec(part?.text ?? '')?.[1]);
  const first = numberOf(segments[0]);
  if (first !== 1 && first !== 2) return false;
  return segments.every((part, at) => numberOf(part) === first + at);
}

/** Whether a row has a figure behind its label. Among heads in words, `(1)` is the mark of a footnote. */
export function hasFigures(row: Row): boolean {
  const [first, ...others] = row.segments;
  if (isNumbering(row)) return false;
  const words = others.filter(({ numeric }) => !numeric).length;
  return others.some(
    (part) =>
      (isFigure(part) && !(words > 1 && NOTE_MARK.test(part.text))) || (first && TERM.test(part.text)),
  );
}

/** The edges of labels and figures; null for rows without figures. */
export function edgesOf(rows: readonly Row[]): Edges | null {
  const valued = rows.filter(hasFigures);
  if (valued.length === 0) return null;
  const figures = valued.flatMap(({ segments }) => segments.slice(1).filter(isFigure));
  const from = Math.min(...figures.map((part) => part.x0));
  const texts = valued.map((row) => textsBefore(row, from));
  return {
    from: Math.min(...valued.map(({ segments }) => segments[0]?.x0 ?? Infinity)),
    labels: Math.max(...texts.flat().map((part) => part.x1)),
    figures: from,
    end: Math.max(...figures.map((part) => part.x1)),
    texts: Math.max(1, ...texts.map((parts) => parts.length)),
  };
}

/** Whether a line is a title: in the middle of the table with its labels, and not of its figures. */
export function isTitle({ segments, size }: Row, { from, figures, end }: Edges): boolean {
  const [only, ...others] = segments;
  if (!only || others.length > 0) return false;
  const off = Math.abs(only.x0 + only.x1 - figures - end) / 2;
  const offTable = Math.abs(only.x0 + only.x1 - from - end) / 2;
  return offTable < off && offTable <= size;
}

function textsBefore(row: Row, figures: number): readonly Segment[] {
  return row.segments.filter((part) => part.x0 < figures - row.size && part.x1 <= figures + row.size);
}
