import type { DocumentLine } from '../document';
import type { Mark } from './mark';

/** Size of a window in pages, or in lines without pages; a text of at least twice the size is cut. */
const PAGES = 10;
const LINES = 400;

/**
 * Windows of equal size over a long stretch of text without headings; none over a short one. Lines from 1, both
 * included.
 */
export function windowMarks(lines: readonly DocumentLine[], from: number, to: number): Mark[] {
  const first = lines[from - 1]?.layout.page;
  const last = lines[to - 1]?.layout.page;
  return first === undefined || last === undefined
    ? lineWindows(from, to)
    : pageWindows(lines, { from, to, first, last });
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
