import type { DocumentLine } from '../document';
import type { Mark } from './mark';

/** Pages, or lines where there are no pages, of a section of a text that names none. */
const PAGES = 10;
const LINES = 400;

/** Sections of equal size for a long text without headings; none for a short one. */
export function windowMarks(lines: readonly DocumentLine[], pages: number | null): Mark[] {
  return pages === null ? lineWindows(lines.length) : pageWindows(lines, pages);
}

function lineWindows(count: number): Mark[] {
  const windows = Math.ceil(count / LINES);
  if (windows < 2) return [];
  const size = Math.ceil(count / windows);
  return Array.from({ length: windows }, (_, i) => ({
    line: i * size + 1,
    rank: 1,
    title: `Lines ${i * size + 1}–${Math.min(count, (i + 1) * size)}`,
  }));
}

function pageWindows(lines: readonly DocumentLine[], pages: number): Mark[] {
  if (pages <= PAGES) return [];
  const marks: Mark[] = [];
  let window = 0;
  for (const [i, { layout }] of lines.entries()) {
    const at = Math.ceil((layout.page ?? 1) / PAGES);
    if (at <= window) continue;
    window = at;
    const from = (at - 1) * PAGES + 1;
    const to = Math.min(pages, at * PAGES);
    marks.push({ line: i + 1, rank: 1, title: from === to ? `Page ${from}` : `Pages ${from}–${to}` });
  }
  return marks;
}
