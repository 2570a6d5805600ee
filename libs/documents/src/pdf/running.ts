import type { DocumentLine } from '../document';
import { isUnitLine } from './unit-line';

export interface PageRead {
  /** In points, as displayed. */
  readonly height: number;
  readonly lines: readonly DocumentLine[];
}

/** Share of the page height, at the top and at the bottom, that may contain running titles and page numbers. */
const MARGIN = 0.1;
const FEWEST_PAGES = 4;

/**
 * The lines of all pages without titles and page numbers at the same position of most pages. The first occurrence of a
 * title stays, so that no text is lost.
 */
export function withoutRunning(pages: readonly PageRead[]): DocumentLine[] {
  const texts = pages.filter((page) => page.lines.length > 0);
  const seen = new Map<string, number>();
  for (const page of texts) {
    for (const key of new Set(page.lines.flatMap((line) => keyOf(line, page) ?? [])))
      seen.set(key, (seen.get(key) ?? 0) + 1);
  }
  const enough = Math.max(FEWEST_PAGES, texts.length / 2);
  const kept = new Set<string>();
  const lines = pages.flatMap((page) =>
    page.lines.filter((line) => {
      const key = keyOf(line, page);
      if (key === null || (seen.get(key) ?? 0) < enough) return true;
      if (kept.has(key)) return false;
      kept.add(key);
      return !isPageNumber(line.text);
    }),
  );
  // If there are only page numbers, they are the text.
  return lines.length > 0 ? lines : texts.flatMap((page) => page.lines);
}

function isPageNumber(text: string): boolean {
  return text.length <= 20 && /\d/.test(text) && !/\p{L}/u.test(text.replace(/page|of/gi, ''));
}

/**
 * What the occurrences of a running line share: its text with numbers masked. Null for lines outside the
 * margins, and for the unit of a table.
 */
function keyOf({ text, kind, layout: { box } }: DocumentLine, { height }: PageRead): string | null {
  if (!box || (kind === 'row' && !/[a-z]{3}/i.test(text))) return null;
  const [, top, , bottom] = box;
  const edge = bottom < height * MARGIN ? 'top' : top > height * (1 - MARGIN) ? 'bottom' : null;
  if (!edge || isUnitLine(text)) return null;
  return `${edge} ${text.replace(/\d{1,6}/g, '0').slice(0, 200)}`;
}
