import { posix } from 'node:path';
import { headingsOf, sectionsOf, textLines } from '@quarry/documents';
import { defined, type Section } from '@quarry/turn';
import { languageByExtension } from '../source/language-by-extension';

/** How to find the headings of a text file; null for anything but a document: code, data, and other text. */
export function sectionKind(path: string): 'markdown' | 'text' | null {
  const language = languageByExtension(path);
  if (language === 'markdown') return 'markdown';
  if (language === 'restructuredtext') return 'text';
  return /^\.te?xt$/i.test(posix.extname(path)) ? 'text' : null;
}

/** The section tree of a text file that is a document; undefined for other files. */
export function textSections(path: string, text: string): readonly Section[] | undefined {
  const kind = sectionKind(path);
  if (kind === null) return undefined;
  const title = kind === 'markdown' ? headingsOf(text).title : undefined;
  const input = { path, lines: textLines(text, kind), outline: [], pages: null };
  return sectionsOf({ ...input, ...defined({ title }) });
}
