import { defined, type Box, type PagePlace } from '@quarry/turn';
import type { LineLayout } from './port';

/**
 * The pages that the lines are on, in order, each with the box around those of its lines that have one.
 * @param firstLine number of the first line, if each page should include the number of its first line
 */
export function pagesOf(layout: readonly LineLayout[], firstLine?: number): PagePlace[] {
  const places = new Map<number, PagePlace>();
  const read = new Map<number, number[]>();
  layout.forEach(({ page, box = null, ocr }, at) => {
    if (page === undefined) return;
    if (ocr !== undefined) read.set(page, [...(read.get(page) ?? []), ocr]);
    const known = places.get(page);
    const line = known?.line ?? (firstLine === undefined ? undefined : firstLine + at);
    places.set(page, {
      page,
      box: around(known?.box ?? null, box),
      ...defined({ line }),
    });
  });
  return [...places.values()]
    .map((place) => ({ ...place, ...defined({ ocr: mean(read.get(place.page)) }) }))
    .sort((a, b) => a.page - b.page);
}

/** Undefined without confidences: the page was not read by OCR. */
function mean(confidences: readonly number[] = []): number | undefined {
  if (confidences.length === 0) return undefined;
  return Math.round((confidences.reduce((sum, one) => sum + one, 0) / confidences.length) * 100) / 100;
}

/** First and last line of the file that lines of its text come from; undefined if unknown. */
export function sourceLinesOf(
  layout: readonly LineLayout[],
): readonly [first: number, last: number] | undefined {
  const lines = layout.flatMap(({ source }) => (source === undefined ? [] : [source]));
  return lines.length === 0 ? undefined : [Math.min(...lines), Math.max(...lines)];
}

function around(a: Box | null, b: Box | null): Box | null {
  if (!a || !b) return a ?? b;
  return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])];
}

/**
 * The place of lines within their file, as a reader names it: the cells of a spreadsheet in A1 notation
 * (`Prices!A7:F12`, `'Q1 2024'!B7`), only those of the first sheet; the named parts of other files (`slide 4`,
 * `cells 12–14`); undefined if not all lines have one.
 *
 * @example
 * rangeOf([{ sheet: 'Prices', row: 7, cells: [[0, 4, 2, 3]] }]); // 'Prices!B7'
 * rangeOf([{ part: 'slide 4' }, { part: 'slide 5' }]); // 'slides 4–5'
 */
export function rangeOf(layout: readonly LineLayout[]): string | undefined {
  const places = [partsOf(layout), cellsIn(layout)].filter((place) => place !== undefined);
  return places.length === 0 ? undefined : places.join(', ');
}

/** The end of the name of a numbered part. */
const NUMBERED = /(?:^|, )(?:slide|cell|page) \d{1,9}$/;

function partsOf(layout: readonly LineLayout[]): string | undefined {
  const parts = [...new Set(layout.map(({ part }) => part))];
  const [first, last] = [parts[0], parts.at(-1)];
  if (first === undefined || last === undefined || parts.includes(undefined)) return undefined;
  if (first === last) return first;
  const [at, to] = [first.lastIndexOf(' '), last.lastIndexOf(' ')];
  return NUMBERED.test(first) && first.slice(0, at) === last.slice(0, to)
    ? `${first.slice(0, at)}s${first.slice(at)}–${last.slice(to + 1)}`
    : `${first} – ${last.replace(/^› /, '')}`;
}

function cellsIn(layout: readonly LineLayout[]): string | undefined {
  const sheet = layout.find((line) => line.sheet !== undefined)?.sheet;
  const rows = layout.flatMap((line) => (line.sheet === sheet && line.row !== undefined ? [line] : []));
  if (sheet === undefined || rows.length === 0) return undefined;
  let [left, right, top, bottom] = [Infinity, 1, Infinity, 1];
  for (const { row = 1, cells = [] } of rows) {
    [top, bottom] = [Math.min(top, row), Math.max(bottom, row)];
    for (const [, , x0, x1] of cells) [left, right] = [Math.min(left, x0), Math.max(right, x1 - 1)];
  }
  const first = `${columnName(Math.min(left, right))}${top}`;
  const last = `${columnName(right)}${bottom}`;
  const name = /^[\p{L}_][\p{L}\p{N}_.]*$/u.test(sheet) ? sheet : `'${sheet.replaceAll("'", "''")}'`;
  return `${name}!${first}${first === last ? '' : `:${last}`}`;
}

/** The letters of a column of a spreadsheet, from 1: `A`, `AB`. */
export function columnName(column: number): string {
  let name = '';
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26))
    name = String.fromCharCode(65 + ((rest - 1) % 26)) + name;
  return name;
}
