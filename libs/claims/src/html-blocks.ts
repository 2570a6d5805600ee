import type { Span } from '@quarry/turn';

/** What is read as one: the cells of a row, or the text between tags of blocks. */
export interface HtmlText {
  /** Cells of a row between ` · `; otherwise the text as it stands, with its inline tags. */
  readonly body: string;
  /** Its position in the block. */
  readonly span: Span;
  readonly kind: 'row' | 'text';
}

/** What states nothing: comments, scripts, headings and heads of tables. */
const SILENT =
  /<!--[\s\S]*?(?:-->|$)|<(script|style|h[1-6]|thead|th|title|summary)\b[^<>]*>[\s\S]*?(?:<\/\1>|$)/gi;
const ROW = /<tr\b[^<>]*>([\s\S]*?)(?:<\/tr>|(?=<tr\b|<\/(?:tbody|tfoot|table)\b)|$)/gi;
const CELL = /<td\b[^<>]*>([\s\S]*?)(?:<\/td>|(?=<td\b|<\/(?:tr|tbody|tfoot|table)\b)|$)/gi;
const BLOCK_TAG =
  /<\/?(?:address|article|aside|blockquote|body|br|center|dd|details|div|dl|dt|figcaption|figure|footer|header|hr|html|li|main|nav|ol|p|pre|section|table|tbody|td|tfoot|tr|ul)\b[^<>]*>/gi;

/** The texts of a block of HTML: one for each row of a table, and one between any two tags of blocks. */
export function htmlTexts(html: string): readonly HtmlText[] {
  const quiet = html.replace(SILENT, (silent) => blank(silent));
  const rows = [...quiet.matchAll(ROW)].map(({ 0: row, 1: inner = '', index }): HtmlText => ({
    body: [...inner.matchAll(CELL)]
      .map(({ 1: cell = '' }) => cell.replace(/\s+/g, ' ').trim())
      .filter((cell) => cell !== '')
      .join(' · '),
    span: { start: index, end: index + row.length },
    kind: 'row',
  }));
  const rest = quiet.replace(ROW, (row) => blank(row));
  const texts: HtmlText[] = [];
  let from = 0;
  for (const { 0: tag, index } of [...rest.matchAll(BLOCK_TAG), { 0: '', index: rest.length }]) {
    texts.push({ body: rest.slice(from, index), span: { start: from, end: index }, kind: 'text' });
    from = index + tag.length;
  }
  return [...rows, ...texts]
    .filter(({ body }) => body.trim() !== '')
    .toSorted((a, b) => a.span.start - b.span.start);
}

function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ');
}
