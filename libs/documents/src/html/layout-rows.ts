import { headingLevel } from './elements';
import type { HtmlDocument, HtmlElement } from './parse-html';
import { walk } from './walk';

/** Rows of tables that only place things on the page: what has another table, a heading or kept lines in it is no row of values. */
export function layoutRows(page: HtmlDocument): ReadonlySet<HtmlElement> {
  const rows = new Set<HtmlElement>();
  const open: HtmlElement[] = [];
  walk(page, {
    enter(element) {
      const { tagName } = element;
      if (tagName === 'table' || tagName === 'pre' || headingLevel(element) !== undefined)
        // Whatever is around a row that is known was marked with it.
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
