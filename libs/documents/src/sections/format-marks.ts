import type { DocumentLine } from '../document';
import { headingText } from '../headings/headings';
import { cleanTitle, MAX_TITLE, type Mark } from './mark';

/** Headings whose level the format specifies: `h2`, `Heading 2`, `##`. */
export function formatMarks(lines: readonly DocumentLine[]): Mark[] {
  return lines.flatMap(({ kind, level, text }, i) => {
    if (kind !== 'heading' || level === undefined) return [];
    const title = text.length > MAX_TITLE * 4 ? null : cleanTitle(headingText(text));
    return title === null ? [] : [{ line: i + 1, rank: level, title }];
  });
}
