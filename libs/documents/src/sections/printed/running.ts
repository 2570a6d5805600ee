import type { DocumentLine } from '../../document';

/** Shares of the page height that bound running headers and footers. */
const TOP = 0.14;
const BOTTOM = 0.9;
const PAGES = 3;

/** Indices of running headers and footers: lines at the top or bottom of several pages that differ only in numbers. */
export function runningLines(lines: readonly DocumentLine[]): ReadonlySet<number> {
  const height = lines.reduce((most, { layout }) => Math.max(most, layout.box?.[3] ?? 0), 1);
  const places = new Map<string, number[]>();
  for (const [i, { text, layout }] of lines.entries()) {
    const { box, page } = layout;
    if (box === undefined || page === undefined || text.length > 200) continue;
    if (box[1] > height * TOP && box[3] < height * BOTTOM) continue;
    const key = text
      .toLowerCase()
      .replace(/\d+/g, '0')
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim();
    const known = places.get(key);
    if (known) known.push(i);
    else places.set(key, [i]);
  }
  const running = new Set<number>();
  for (const found of places.values()) {
    const pages = new Set(found.map((i) => lines[i]?.layout.page));
    if (pages.size >= PAGES) for (const i of found) running.add(i);
  }
  return running;
}
