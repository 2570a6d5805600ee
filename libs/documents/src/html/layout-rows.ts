import { headingLevel } from './elements';
import type { HtmlDocument, HtmlElement } from './parse-html';
import { walk } from './walk';

/**
 * Rows of tables that only lay out the page: a row that contains another table, a heading or preformatted text is not a
 * row of values.
 */
export function layoutRows(page: HtmlDocument): ReadonlySet<HtmlElement> {
  const rows = new Set<HtmlElement>();
  const open: HtmlElement[] = [];
  walk(page, {
    enter(element) {
      const { tagName } = element;
      if (tagName === 'table' || tagName === 'pre' || headingLevel(element) !== undefined)
        // All rows around a known row are already marked.
        for (let i = open.length - 1; i >= 0; i--) {
          const row = open[i];
          if (row === undefined || rows.has(row)) break;
          rows.add(row);
        }
      if (tagName === 'tr') open.push(element);
      return true;
    },
    leave({ tagName }) {
      if (tagName === 'tr') open.pop();
    },
  });
  return rows;
}
