import type { DocumentLine } from '../document';
import { headingsOf } from './headings';

/**
 * The lines of a text file, those of the file, with its headings: what `sectionsOf` needs of it.
 * @param text with `\n` or `\r\n` as line end; a final one begins no further line
 */
export function textLines(text: string, format: 'markdown' | 'text'): DocumentLine[] {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  const found = format === 'markdown' ? headingsOf(lines.join('\n')).all : [];
  const headings = new Map(found.map((heading) => [heading.line, heading]));
  return lines.map((line, i) => {
    const heading = headings.get(i + 1);
    return heading
      ? { text: line, kind: 'heading', level: heading.level, layout: {} }
      : { text: line, kind: isRow(line, format) ? 'row' : 'text', layout: {} };
  });
}

function isRow(line: string, format: 'markdown' | 'text'): boolean {
  return format === 'markdown' && /^\s*\|.*\|\s*$/.test(line);
}
