import type { DocumentLine } from '../document';
import { asciidocHeadings } from '../headings/asciidoc-headings';
import { headingsOf } from '../headings/headings';
import { plainHeadings, type PlainHeading } from '../headings/plain-headings';
import { rstHeadings } from '../headings/rst-headings';

/** How headings are written in a text; `text` is any text but the others. */
export type TextMarkup = 'markdown' | 'rst' | 'asciidoc' | 'text';

/**
 * The lines of a text file with its headings: the input that `sectionsOf` needs.
 * @param text with `\n` or `\r\n` as line end; a final one does not begin another line
 */
export function textLines(text: string, format: TextMarkup): DocumentLine[] {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  const found = headingsIn(lines, format);
  const levels = new Map(found.map(({ line, level }) => [line, level]));
  return lines.map((line, i): DocumentLine => {
    const level = levels.get(i + 1);
    if (level !== undefined) return { text: line, kind: 'heading', level, layout: {} };
    if (!isRow(line, format)) return { text: line, kind: 'text', layout: {} };
    const isHead = RULE.test(line) || RULE.test(lines[i + 1] ?? '');
    return { text: line, kind: 'row', ...(isHead && { head: true }), layout: {} };
  });
}

function headingsIn(lines: readonly string[], format: TextMarkup): readonly PlainHeading[] {
  if (format === 'markdown') return headingsOf(lines.join('\n')).all;
  if (format === 'asciidoc') return asciidocHeadings(lines);
  return format === 'rst' ? rstHeadings(lines) : plainHeadings(lines);
}

/** The line between the head of a Markdown table and its rows. */
const RULE = /^\s*\|(?:\s*:?-+:?\s*\|)+\s*$/;

function isRow(line: string, format: TextMarkup): boolean {
  return format === 'markdown' && /^\s*\|.*\|\s*$/.test(line);
}
