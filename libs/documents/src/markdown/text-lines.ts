import type { DocumentLine } from '../document';
import { plainHeadings } from '../headings/plain-headings';
import { headingsOf } from '../headings/headings';

/**
 * The lines of a text file with its headings: the input that `sectionsOf` needs.
 * @param text with `\n` or `\r\n` as line end; a final one does not begin another line
 * @param format `text` is any text but Markdown, e.g. reStructuredText
 */
export function textLines(text: string, format: 'markdown' | 'text'): DocumentLine[] {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  const found = format === 'markdown' ? headingsOf(lines.join('\n')).all : plainHeadings(lines);
  const levels = new Map(found.map(({ line, level }) => [line, level]));
  return lines.map((line, i) => {
    const level = levels.get(i + 1);
    return level === undefined
      ? { text: line, kind: isRow(line, format) ? 'row' : 'text', layout: {} }
      : { text: line, kind: 'heading', level, layout: {} };
  });
}

function isRow(line: string, format: 'markdown' | 'text'): boolean {
  return format === 'markdown' && /^\s*\|.*\|\s*$/.test(line);
}
