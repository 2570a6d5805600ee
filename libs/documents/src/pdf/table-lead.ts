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

/** In heights of letters. */
const FARTHEST = 2.5;
/** In points: how far the right edges of a head and its figures may differ. */
const ALIGNED = 3;
/** `(In millions, except par value amounts)` */
export const NOTE = /^\([^()]{1,80}\)$/;

/** Whether a row has a figure behind its label. */
export function hasFigures({ segments }: Row): boolean {
  return segments.some((part, at) => at > 0 && isFigure(part));
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

/**
 * The number of leading rows that are above a table, not part of it: the page's head, titles in the middle of the page,
 * the sentence that introduces it. The head rows of a table have one text left of its figures at most, unless its rows
 * have more.
 */
export function leadOf(rows: readonly Row[]): number {
  const first = rows.findIndex(hasFigures);
  const edges = edgesOf(rows);
  if (first <= 0 || !edges) return 0;
  const over = rows.slice(0, first).findLastIndex((row) => isOver(row, edges));
  // Labels below the heads may be longer than those of rows with figures.
  const head =
    rows
      .slice(0, first)
      .findLastIndex((row, at) => !isHead(row, edges) && (over < 0 || at <= over || introduces(row))) + 1;
  // Heads that end where their figures do belong to them, however far below they are.
  const headed = endsAtFigures(rows[over], rows, edges) ? over : first;
  const apart = rows.slice(0, headed).findLastIndex((row, at) => isApart(row, rows[at + 1])) + 1;
  const from = Math.max(head, apart);
  const labelled = rows.slice(from, over).findIndex((row) => !isLabel(row, edges));
  return over < from || labelled < 0 ? Math.max(from, over) : from + labelled;
}

/** Whether each cell over the figures ends where figures of its column do. */
function endsAtFigures(row: Row | undefined, rows: readonly Row[], { labels, figures }: Edges): boolean {
  const heads = row?.segments.filter(({ x0, x1 }) => x0 > labels && x1 > figures) ?? [];
  const ends = rows.filter(hasFigures).flatMap(({ segments }) => segments.slice(1).filter(isFigure));
  return heads.length > 0 && heads.every((head) => ends.some(({ x1 }) => Math.abs(x1 - head.x1) <= ALIGNED));
}

/** Whether there is more space below a row than within a table, as below the head of a page. */
function isApart(row: Row, below: Row | undefined): boolean {
  return below !== undefined && below.top - row.bottom > FARTHEST * row.size;
}

function isHead(row: Row, edges: Edges): boolean {
  if (row.segments.filter((part) => part.x0 < edges.labels && part.x1 < edges.figures).length > edges.texts)
    return false;
  const [only, ...others] = row.segments;
  if (!only || others.length > 0 || NOTE.test(only.text)) return true;
  if (isTitle(row, edges)) return false;
  const isLonger = only.x1 > edges.labels + 2 * row.size;
  return !(isLonger && only.x0 < edges.labels - row.size);
}

/** Whether a line is a title: in the middle of the table with its labels, and not of its figures. */
export function isTitle({ segments, size }: Row, { from, figures, end }: Edges): boolean {
  const [only, ...others] = segments;
  if (!only || others.length > 0) return false;
  const off = Math.abs(only.x0 + only.x1 - figures - end) / 2;
  const offTable = Math.abs(only.x0 + only.x1 - from - end) / 2;
  return offTable < off && offTable <= size;
}

/** Whether a line is the sentence above a table: `… were as follows (in millions):`. */
function introduces({ segments }: Row): boolean {
  return /\b(?:thousands|millions|billions)\b[^()]{0,60}\):$/i.test(segments.at(-1)?.text ?? '');
}

/** Whether a row has a cell over the figures. */
function isOver(row: Row, { figures }: Edges): boolean {
  return row.segments.some((part) => part.x1 > figures + row.size);
}

function isLabel(row: Row, edges: Edges): boolean {
  return row.segments.length === 1 && !isOver(row, edges);
}

function textsBefore(row: Row, figures: number): readonly Segment[] {
  return row.segments.filter((part) => part.x0 < figures - row.size && part.x1 <= figures + row.size);
}
