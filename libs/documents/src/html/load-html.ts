import { defined } from '@quarry/turn';
import type { DocumentLine, Loaded, Loader } from '../document';
import { decodeHtml } from './decode-html';
import { linesOfPage } from './lines-of-page';
import { pageTitle } from './page-title';
import { parseHtml } from './parse-html';

/**
 * Loads web pages: blocks, rows and list items become lines, `h1`–`h6` become headings; see `linesOfPage`. Fetches
 * nothing and runs no script.
 */
export const loadHtml: Loader = (bytes) => Promise.resolve(loaded(decodeHtml(bytes)));

function loaded(html: string): Loaded {
  const parsed = parseHtml(html);
  if (parsed.kind === 'refused') return parsed;
  const readable = linesOfPage(parsed.page);
  // A page with only navigation is better than none.
  const lines = readable.length > 0 ? readable : linesOfPage(parsed.page, true);
  if (!lines.some(({ text }) => /[\p{L}\p{N}]/u.test(text)))
    return {
      kind: 'refused',
      refusal: 'no_text',
      reason:
        'The page contains no text; perhaps a script inserts it. Save the page from a browser and add it again.',
    };
  const title = withoutSite(pageTitle(parsed.page), lines);
  return {
    kind: 'document',
    document: {
      format: 'html',
      ...defined({ title }),
      lines,
      outline: [],
      pages: null,
      remarks: [],
    },
  };
}

/** A title without the name of the site: `Cascades` for `Cascades — The manual` above a heading `Cascades`. */
function withoutSite(title: string | undefined, lines: readonly DocumentLine[]): string | undefined {
  const first = lines.find(({ kind }) => kind === 'heading')?.text;
  if (title === undefined || first === undefined || !title.startsWith(first)) return title;
  return /^\s*[—–|·:-]\s/u.test(title.slice(first.length)) ? first : title;
}
