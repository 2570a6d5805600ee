import type { HtmlDocument } from './parse-html';
import { walk } from './walk';

/** The content of the page's `<title>`. */
export function pageTitle(page: HtmlDocument): string | undefined {
  const parts: string[] = [];
  let within = false;
  let done = false;
  walk(page, {
    enter({ tagName }) {
      if (tagName === 'title' && !done) within = true;
      return !done && (within || tagName === 'html' || tagName === 'head');
    },
    leave({ tagName }) {
      if (tagName !== 'title') return;
      within = false;
      done = true;
    },
    text(value) {
      if (within) parts.push(value);
    },
  });
  const title = parts.join('').replace(/\s+/g, ' ').trim();
  return title === '' ? undefined : title;
}
