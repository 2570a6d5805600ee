import type { DocumentLine } from '../document';
import { cellsOf } from '../tables/cells-of';
import type { Mark } from './mark';

/** Size of a window in pages, or in lines without pages; a text of at least twice the size is cut. */
const PAGES = 10;
const LINES = 400;
/** Size of a block of rows in characters: about a page. */
const BLOCK = 5_500;

/**
 * Windows of equal size over a long stretch of text without headings; none over a short one. Lines from 1, both
 * included.
 */
export function windowMarks(lines: readonly DocumentLine[], from: number, to: number): Mark[] {
  const first = lines[from - 1]?.layout.page;
  const last = lines[to - 1]?.layout.page;
  if (first === undefined && isTable(lines, from, to)) return rowWindows(lines, from, to);
  return first === undefined || last === undefined
    ? lineWindows(from, to)
    : pageWindows(lines, { from, to, first, last });
}

/** Whether nearly all lines are rows. */
function isTable(lines: readonly DocumentLine[], from: number, to: number): boolean {
  let rows = 0;
  for (let i = from - 1; i < to; i++) if (lines[i]?.kind === 'row') rows++;
  return rows >= 0.9 * (to - from + 1);
}

/** Blocks of rows that one call can read, named by their first and last label: `PN-00001 – PN-00080`. */
function rowWindows(lines: readonly DocumentLine[], from: number, to: number): Mark[] {
  const starts = [from];
  let characters = 0;
  for (let line = from; line <= to; line++) {
    characters += (lines[line - 1]?.text.length ?? 0) + 1;
    if (characters <= BLOCK || line === starts.at(-1)) continue;
    starts.push(line);
    characters = (lines[line - 1]?.text.length ?? 0) + 1;
  }
  if (starts.length < 2) return [];
  return starts.map((line, i) => {
    const end = (starts[i + 1] ?? to + 1) - 1;
    const body = lines.slice(line - 1, end).filter(({ head }) => !head);
    const [first, last] = [labelOf(body[0]), labelOf(body.at(-1))];
    const title = first && last && first !== last ? `${first} – ${last}` : `Rows ${line}–${end}`;
    return { line, rank: 1, title };
  });
}

function labelOf(line: DocumentLine | undefined): string | null {
  const [label = ''] = line ? cellsOf(line) : [];
  return label !== '' && label.length <= 60 ? label : null;
}

function lineWindows(from: number, to: number): Mark[] {
  const count = to - from + 1;
  if (count < LINES * 2) return [];
  const size = Math.ceil(count / Math.ceil(count / LINES));
  return Array.from({ length: Math.ceil(count / size) }, (_, i) => {
    const line = from + i * size;
    return { line, rank: 1, title: `Lines ${line}–${Math.min(to, line + size - 1)}` };
  });
}

interface Range {
  readonly from: number;
  readonly to: number;
  readonly first: number;
  readonly last: number;
}

function pageWindows(lines: readonly DocumentLine[], { from, to, first, last }: Range): Mark[] {
  if (last - first + 1 < PAGES * 2) return [];
  const marks: Mark[] = [];
  let next = first;
  for (let line = from; line <= to; line++) {
    const page = lines[line - 1]?.layout.page ?? 0;
    if (page < next) continue;
    const begin = page - ((page - first) % PAGES);
    const end = Math.min(last, begin + PAGES - 1);
    marks.push({ line, rank: 1, title: begin === end ? `Page ${begin}` : `Pages ${begin}–${end}` });
    next = begin + PAGES;
  }
  return marks;
}
