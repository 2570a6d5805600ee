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
  return lines.map((line, i): DocumentLine => {
    const level = levels.get(i + 1);
    if (level !== undefined) return { text: line, kind: 'heading', level, layout: {} };
    if (!isRow(line, format)) return { text: line, kind: 'text', layout: {} };
    const isHead = RULE.test(line) || RULE.test(lines[i + 1] ?? '');
    return { text: line, kind: 'row', ...(isHead && { head: true }), layout: {} };
  });
}

/** The line between the head of a Markdown table and its rows. */
const RULE = /^\s*\|(?:\s*:?-+:?\s*\|)+\s*$/;

function isRow(line: string, format: 'markdown' | 'text'): boolean {
  return format === 'markdown' && /^\s*\|.*\|\s*$/.test(line);
}
