import type { DocumentLine } from '../document';
import { regionsOf, type Row } from './columns';
import type { Rule } from './drawn';
import type { Layer, PageSize } from './fragment';
import { once } from './once';
import { joinedHeads } from './joined-heads';
import type { Segment } from './segments';
import { columnsUnder, type Column } from './table-columns';
import { blocksOf } from './tables';
import { boxUpright, turnBack } from './turn';

type Cell = NonNullable<DocumentLine['layout']['cells']>[number];

/** A page with the lines that are drawn on it. */
export interface DrawnPage extends PageSize {
  readonly rules: readonly Rule[];
}

/** The lines of a layer in reading order. */
export function linesOf({ quarter, fragments }: Layer, page: DrawnPage, number: number): DocumentLine[] {
  const rules = page.rules.map((rule) => boxUpright(quarter, rule, page));
  return regionsOf(once(fragments))
    .flatMap((region) => joinedHeads(blocksOf(region, rules)))
    .flatMap(({ rows, columns }, at, all) => {
      const isBelow = columns !== null && (all[at - 1]?.columns ?? null) !== null;
      return rows.map((row, i) => ({
        ...lineOf(row, columns),
        ...(isBelow && i === 0 && { begins: true as const }),
      }));
    })
    .filter(({ text }) => text.trim() !== '')
    .map(({ row, text, cells, begins }) => {
      const x0 = Math.min(...row.fragments.map((one) => one.x0));
      const x1 = Math.max(...row.fragments.map((one) => one.x1));
      const [left, top, right, bottom] = turnBack(quarter, [x0, row.top, x1, row.bottom], page);
      const box = [points(left), points(top), points(right), points(bottom)] as const;
      // Cell edges are horizontal positions on the page: for rotated text they would be vertical.
      const layout = { page: number, box, ...(cells && quarter === 0 && { cells }) };
      const kind = cells ? 'row' : 'text';
      return { text, kind, ...(begins && { begins }), size: sizeOf(row), bold: isBold(row), layout };
    });
}

function lineOf(row: Row, columns: readonly Column[] | null): { row: Row; text: string; cells?: Cell[] } {
  if (!columns) return { row, text: row.segments.map((part) => part.text).join(' ') };
  let text = '';
  const cells = inColumns(row.segments, columns).map(({ text: one, x0, x1, span = [x0, x1] }, i): Cell => {
    text += (i > 0 ? ' | ' : '') + one;
    return [text.length - one.length, text.length, points(span[0]), points(span[1])];
  });
  return { row, text, cells };
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
  const homes = parts.map((part) => columnsUnder(columns, part)[0] ?? columns.at(-1));
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

function isBold(row: Row): boolean {
  const words = row.fragments.filter((one) => /[\p{L}\d]/u.test(one.text) && one.size > 0.85 * row.size);
  return words.length > 0 && words.every((one) => one.bold);
}
