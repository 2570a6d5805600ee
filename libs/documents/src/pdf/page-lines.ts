import type { DocumentLine } from '../document';
import { meanConfidence } from '../ocr-page';
import { regionsOf, type Region, type Row } from './columns';
import type { Drawn, Rule } from './drawn';
import type { Layer, PageSize, Quarter } from './fragment';
import { blocksWithLattices } from './lattice-parts';
import { once } from './once';
import type { Segment } from './segments';
import { columnsUnder, isFigure, nearest, type Column } from './table-columns';
import { edgesOf, hasFigures } from './table-lead';
import { blocksOf, type Block } from './tables';
import { boxUpright, turnBack } from './turn';

type Cell = NonNullable<DocumentLine['layout']['cells']>[number];

/** A page with the lines that are drawn on it. */
export type DrawnPage = PageSize & Drawn;

/** Lines above a table that may be heads of its columns. */
const MOST_ABOVE = 4;

/** A layer in regions, with the tables that its text alone shows. */
export interface LayerRead {
  readonly quarter: Quarter;
  readonly regions: readonly Region[];
  readonly blocks: readonly (readonly Block[])[];
}

export function readLayer({ quarter, fragments }: Layer): LayerRead {
  const regions = regionsOf(once(fragments));
  return { quarter, regions, blocks: regions.map((region) => blocksOf(region, [])) };
}

/**
 * Whether a table has heads that may be over several columns, which only the lines drawn below them show: fewer heads
 * in a row than columns of figures. To find the lines of a page takes as long as to read its text.
 */
export function needsRules({ blocks }: LayerRead): boolean {
  return blocks.some((within) =>
    within.some(({ rows, columns }, at) => {
      const first = rows.findIndex(hasFigures);
      const edges = columns && edgesOf(rows);
      if (!edges || first < 0) return false;
      if (hasLinesInCells(rows.slice(first), edges.from + INDENT)) return true;
      const figures = Math.max(...rows.map(({ segments }) => segments.slice(1).filter(isFigure).length));
      const above = [...(within[at - 1]?.rows ?? []).slice(-MOST_ABOVE), ...rows.slice(0, first)];
      return above.some((row) => {
        const heads = row.segments.filter(
          ({ x0, x1 }) => x0 > edges.from + 2 * row.size && x1 > edges.figures,
        );
        return heads.length > 0 && heads.length < figures;
      });
    }),
  );
}

/** Lines with texts behind the labels, but no figures, from which a table may have cells of several lines. */
const FEWEST_IN_CELLS = 3;

/** In points: labels are indented less. */
const INDENT = 30;

/** Whether cells behind the first labels may have several lines, which only lines drawn around them tell from rows. */
function hasLinesInCells(body: readonly Row[], labels: number): boolean {
  const without = body.filter((row) => !hasFigures(row));
  const split = without.filter(({ segments }) => segments.length > 1 || (segments[0]?.x0 ?? 0) > labels);
  return split.length >= FEWEST_IN_CELLS;
}

/** The lines of a layer in reading order. */
export function linesOf(
  { quarter, regions, blocks }: LayerRead,
  page: DrawnPage,
  number: number,
): DocumentLine[] {
  const turned = (lines: readonly Rule[]): readonly Rule[] =>
    lines.map((rule) => boxUpright(quarter, rule, page));
  const drawn = { rules: turned(page.rules), lines: turned(page.lines), fills: turned(page.fills) };
  return (page.rules.length === 0 ? blocks : blocksWithLattices(regions, drawn))
    .flat()
    .flatMap(({ rows, columns, heads = 0 }, at, all) => {
      const isBelow = columns !== null && (all[at - 1]?.columns ?? null) !== null;
      return rows.map((row, i) => ({
        ...lineOf(row, columns),
        ...(isBelow && i === 0 && { begins: true as const }),
        ...(i < heads && { head: true as const }),
      }));
    })
    .filter(({ text }) => text.trim() !== '')
    .map(({ row, text, cells, begins, head }) => {
      const x0 = Math.min(...row.fragments.map((one) => one.x0));
      const x1 = Math.max(...row.fragments.map((one) => one.x1));
      const [left, top, right, bottom] = turnBack(quarter, [x0, row.top, x1, row.bottom], page);
      const box = [points(left), points(top), points(right), points(bottom)] as const;
      // Cell edges are horizontal positions on the page: for rotated text they would be vertical.
      const ocr = confidenceOf(row);
      const layout = {
        ...{ page: number, box },
        ...(cells && quarter === 0 && { cells }),
        ...(ocr !== null && { ocr }),
      };
      const kind = cells ? 'row' : 'text';
      return {
        text,
        kind,
        ...(begins && { begins }),
        ...(head && { head }),
        size: sizeOf(row),
        bold: isBold(row),
        layout,
      };
    });
}

function lineOf(row: Row, columns: readonly Column[] | null): { row: Row; text: string; cells?: Cell[] } {
  if (!columns) return { row, text: row.segments.map((part) => part.text).join(' ') };
  let text = '';
  const cells = inColumns(row.segments, columns).map((cell, i): Cell => {
    const one = cell.text;
    const extent = extentOf(cell, columns);
    text += (i > 0 ? ' | ' : '') + one;
    return [text.length - one.length, text.length, points(extent.x0), points(extent.x1)];
  });
  return { row, text, cells };
}

/** In points: a box around a head may end so far behind the figures that are in its middle. */
const BEHIND = 10;

/** The extent of a text, or of the line or box that it heads columns with; of a wide box, up to the last column. */
function extentOf({ x0, x1, span }: Pick<Segment, 'x0' | 'x1' | 'span'>, columns: readonly Column[]): Column {
  if (!span) return { x0, x1 };
  const last = columns.findLast((one) => (one.x0 + one.x1) / 2 <= span[1]);
  const isWide = last !== undefined && last.x1 > span[0] && span[1] - last.x1 > BEHIND;
  return { x0: span[0], x1: isWide ? Math.max(x1, last.x1) : span[1] };
}

/** Rounds to hundredths of a point: finer than any screen or printer, with a third of the digits. */
function points(value: number): number {
  return Math.round(value * 100) / 100;
}

/** The cells of a row by column: empty if the row has none, and several if the row has several in one column. */
function inColumns(
  parts: readonly Segment[],
  columns: readonly Column[],
): Pick<Segment, 'text' | 'x0' | 'x1' | 'span'>[] {
  const homes = parts.map((part) => columnsUnder(columns, part)[0] ?? nearest(columns, part));
  return columns.flatMap((column) => {
    const within = parts.filter((_, i) => homes[i] === column);
    return within.length > 0 ? within : [{ text: '', ...column }];
  });
}

/** The size of most of its letters. */
function sizeOf(row: Row): number {
  const letters = new Map<number, number>();
  for (const one of row.fragments) {
    const size = Math.round(one.size * 10) / 10;
    letters.set(size, (letters.get(size) ?? 0) + one.text.length);
  }
  return [...letters].reduce((a, b) => (b[1] > a[1] ? b : a))[0];
}

/** That of OCR; null for text of the file. */
function confidenceOf({ fragments }: Row): number | null {
  return meanConfidence(
    fragments.flatMap(({ text, confidence }) => (confidence === undefined ? [] : [{ text, confidence }])),
  );
}

function isBold(row: Row): boolean {
  const words = row.fragments.filter((one) => /[\p{L}\d]/u.test(one.text) && one.size > 0.85 * row.size);
  return words.length > 0 && words.every((one) => one.bold);
}
