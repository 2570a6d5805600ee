import { defined } from '@quarry/turn';
import type { DocumentLine, Loaded, Refusal } from '../document';
import type { LineLayout } from '@quarry/search-index';
import { linesOfPage } from './lines-of-page';
import { parseHtml } from './parse-html';

/** A reason to refuse a file, from deep within its loader: see {@link refusing}. */
export class Refused extends Error {
  constructor(
    readonly refusal: Refusal,
    reason: string,
  ) {
    super(reason);
  }
}

/** Text as HTML. */
export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/**
 * The lines of HTML that a loader wrote from another format: its blocks, lists and tables are lines as those of a page.
 * @param layout where they are; lines of this HTML are no lines of the file
 * @throws Refused if it has too many elements or nests them too deeply
 *
 * @example
 * linesOfHtml('<p>Sales</p>', { page: 4 }); // [{ text: 'Sales', kind: 'text', layout: { page: 4 } }]
 */
export function linesOfHtml(html: string, layout: LineLayout): DocumentLine[] {
  const parsed = parseHtml(html);
  if (parsed.kind === 'refused')
    throw new Refused(parsed.refusal, parsed.reason.replace('The page', 'The file'));
  return linesOfPage(parsed.page, true).map((line) => ({ ...line, layout }));
}

/** Calls a loader; a {@link Refused} that it throws is its result. */
export function refusing(load: () => Loaded): Loaded {
  try {
    return load();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { kind: 'refused', refusal: error.refusal, reason: error.message };
  }
}

/** A document of these lines, or a refusal if none of them has text. */
export function loadedLines(
  about: Pick<Extract<Loaded, { kind: 'document' }>['document'], 'format' | 'pages' | 'remarks'> & {
    readonly title: string | undefined;
  },
  lines: readonly DocumentLine[],
): Loaded {
  if (!lines.some(({ text }) => /[\p{L}\p{N}]/u.test(text)))
    return {
      kind: 'refused',
      refusal: 'no_text',
      reason: 'The file has no text; perhaps it contains only images.',
    };
  const { title, ...rest } = about;
  return { kind: 'document', document: { ...rest, ...defined({ title }), lines, outline: [] } };
}
