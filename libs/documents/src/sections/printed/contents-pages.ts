import type { DocumentLine } from '../../document';

/** Minimum number of table-of-contents entries on a page. */
const ENTRIES = 6;

/** A table of contents is on one of the first pages, or within this share of a long document. */
const FIRST_PAGES = 6;
const FIRST_SHARE = 0.1;

/**
 * Pages with a table of contents: most of their lines end in a page number, and the numbers increase. Later in a
 * document such a list belongs to the heading above it.
 */
export function contentsPages(lines: readonly DocumentLine[], pages: number): ReadonlySet<number> {
  const seen = new Map<number, { lines: number; entries: number; growing: number; last: number }>();
  for (const { text, layout } of lines) {
    if (layout.page === undefined || layout.page > Math.max(FIRST_PAGES, pages * FIRST_SHARE)) continue;
    const page = seen.get(layout.page) ?? { lines: 0, entries: 0, growing: 0, last: 0 };
    seen.set(layout.page, page);
    page.lines++;
    const number = Number(/(?:[^\d.,$%(-]|\.\.) ?(\d{1,4})$/.exec(text.slice(-40))?.[1] ?? NaN);
    if (!(number >= 1 && number <= pages + 20) || !/\p{L}{3}/u.test(text.slice(0, 200))) continue;
    page.entries++;
    if (number >= page.last) page.growing++;
    page.last = number;
  }
  const listing = [...seen].filter(
    ([, page]) =>
      page.entries >= ENTRIES && page.entries * 2 > page.lines && page.growing > page.entries * 0.8,
  );
  return new Set(listing.map(([page]) => page));
}
