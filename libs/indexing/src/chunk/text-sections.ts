import { posix } from 'node:path';
import { headingsOf, sectionsOf, textLines, type TextMarkup } from '@quarry/documents';
import { defined, type Section } from '@quarry/turn';
import { languageByExtension } from '../source/language-by-extension';

/** Texts by their language. */
const MARKUP: Readonly<Record<string, TextMarkup>> = {
  markdown: 'markdown',
  restructuredtext: 'rst',
  asciidoc: 'asciidoc',
};
/** Extensions of texts without markup that marks headings, or with one that is not known. */
const TEXTS =
  /^\.(?:txt|text|log|tex|org|wiki|textile|mediawiki|creole|pod|man|nfo|srt|vtt|ics|vcf|bib|ris)$/i;
/** Names of texts that have no extension by custom. */
const NAMES =
  /^(?:readme|license|licence|copying|notice|authors|contributors|changelog|changes|news|todo|install|history|thanks|bugs|faq|manual|notes|copyright|patents|security|maintainers)$/i;

/**
 * How to find the headings of a text file; null for anything but a document: code, data, and other text. A document
 * without headings is one section, or several by its lines.
 */
export function sectionKind(path: string): TextMarkup | null {
  const markup = MARKUP[languageByExtension(path)];
  if (markup !== undefined) return markup;
  return TEXTS.test(posix.extname(path)) || NAMES.test(posix.basename(path)) ? 'text' : null;
}

/** The section tree of a text file that is a document; undefined for other files. */
export function textSections(path: string, text: string): readonly Section[] | undefined {
  const kind = sectionKind(path);
  if (kind === null) return undefined;
  const title = kind === 'markdown' ? headingsOf(text).title : undefined;
  const input = { path, lines: textLines(text, kind), outline: [], pages: null };
  return sectionsOf({ ...input, ...defined({ title }) });
}
