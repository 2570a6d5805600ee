import type { DocumentLine, OutlineEntry } from '../document';
import { cleanTitle, type Mark } from './mark';
import { MAX_SECTIONS } from './section-tree';

/** Maximum number of lines of a printed title. */
const MAX_RUN = 4;
/** Number of entries per page whose titles are searched for; hundreds of them are not a real outline. */
const MAX_ON_PAGE = 100;
/** Maximum length of a number that an outline may put before a title. */
const MAX_NUMBER = 8;
/** Tolerance in points by which a target may be below the top of its line. */
const NEAR = 6;

/**
 * Locates the entries of an outline in the text: at the line of their page with their title, nearest to their target;
 * otherwise at the line at the target; otherwise at the first line of the page. Omits entries whose page has no text.
 * In text order.
 */
export function outlineMarks(outline: readonly OutlineEntry[], lines: readonly DocumentLine[]): Mark[] {
  const pages = linesByPage(lines);
  const entries = new Map<number, number>();
  const marks = outline.slice(0, MAX_SECTIONS * 2).flatMap((entry): Mark[] => {
    const title = cleanTitle(entry.title);
    const onPage = pages.get(entry.page);
    if (title === null || !/[\p{L}\p{N}]/u.test(title) || onPage === undefined) return [];
    const nth = (entries.get(entry.page) ?? 0) + 1;
    entries.set(entry.page, nth);
    const named = nth > MAX_ON_PAGE ? undefined : byTitle(title, entry, onPage, lines);
    const at = named ?? byPlace(entry, onPage, lines) ?? onPage[0] ?? 0;
    return [{ line: at + 1, rank: entry.level, title }];
  });
  const sorted = marks.sort((a, b) => a.line - b.line);
  return sorted.filter(({ line }, i) => i === 0 || line !== sorted[i - 1]?.line);
}

/** Indices of the lines of each page. */
function linesByPage(lines: readonly DocumentLine[]): ReadonlyMap<number, readonly number[]> {
  const pages = new Map<number, number[]>();
  for (const [i, { layout }] of lines.entries()) {
    if (layout.page === undefined) continue;
    const known = pages.get(layout.page);
    if (known) known.push(i);
    else pages.set(layout.page, [i]);
  }
  return pages;
}

function byTitle(
  title: string,
  { top }: OutlineEntry,
  onPage: readonly number[],
  lines: readonly DocumentLine[],
): number | undefined {
  const wanted = lettersOf(title);
  const found = onPage.filter((_, i) => says(wanted, i, onPage, lines));
  const distance = (at: number): number => Math.abs((lines[at]?.layout.box?.[1] ?? 0) - (top ?? 0));
  return found.sort((a, b) => distance(a) - distance(b) || a - b)[0];
}

/** Whether the lines from the `i`th on contain the title and nothing else; the number of the title may be missing. */
function says(wanted: string, i: number, onPage: readonly number[], lines: readonly DocumentLine[]): boolean {
  let printed = '';
  for (const at of onPage.slice(i, i + MAX_RUN)) {
    printed += lettersOf(lines[at]?.text.slice(0, 1_000) ?? '');
    if (printed === wanted) return true;
    const left = wanted.length - printed.length;
    if (
      printed.length > 3 &&
      left <= MAX_NUMBER &&
      wanted.endsWith(printed) &&
      /\d|^[ivxlc]+$/.test(wanted.slice(0, left))
    )
      return true;
    if (left <= 0) break;
  }
  return false;
}

function byPlace(
  { top }: OutlineEntry,
  onPage: readonly number[],
  lines: readonly DocumentLine[],
): number | undefined {
  if (top === undefined) return undefined;
  return onPage.find((at) => (lines[at]?.layout.box?.[1] ?? -Infinity) >= top - NEAR);
}

/** Normalizes a title, so that different notations are equal. */
function lettersOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}
