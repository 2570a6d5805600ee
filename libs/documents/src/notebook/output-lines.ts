import { decodeHtml } from '../html/decode-html';
import type { DocumentLine } from '../document';
import { linesOfPage } from '../html/lines-of-page';
import { parseHtml } from '../html/parse-html';
import type { NotebookOutput } from './read-notebook';

/** Limits of what one cell printed: it repeats, or is a log. */
const MOST_LINES = 60;
const LONGEST = 500;

export interface OutputLines {
  readonly lines: readonly DocumentLine[];
  /** Lines beyond the limit. */
  readonly cut: number;
  readonly pictures: number;
}

/** What a cell printed, as text: its tables as rows, its errors by name. Pictures are counted. */
export function outputLines(output: NotebookOutput, layout: DocumentLine['layout']): OutputLines {
  const { all, isPicture } = read(output);
  const lines = all
    .slice(0, MOST_LINES)
    .map((line): DocumentLine => ({ ...line, text: line.text.slice(0, LONGEST), layout }));
  return { lines, cut: Math.max(0, all.length - MOST_LINES), pictures: isPicture ? 1 : 0 };
}

type Read = { readonly all: readonly DocumentLine[]; readonly isPicture: boolean };

function read(output: NotebookOutput): Read {
  const { output_type: type, ename, evalue, data = olderData(output) } = output;
  if (type === 'error' || type === 'pyerr')
    return { all: textLines(`${ename ?? 'Error'}: ${evalue ?? ''}`), isPicture: false };
  const html = stringOf(data['text/html']);
  const table = html === null ? [] : tableLines(html);
  if (table.length > 0) return { all: table, isPicture: false };
  const isPicture = Object.keys(data).some((key) => key.startsWith('image/'));
  const plain =
    stringOf(data['text/markdown']) ?? stringOf(data['text/latex']) ?? stringOf(data['text/plain']);
  // The text of a picture is the name of its object: `<Figure size 640x480 with 1 Axes>`.
  const isName = plain !== null && type !== 'stream' && /^<[^<>]{1,200}>\s*$/.test(plain);
  return { all: plain === null || isName ? [] : textLines(plain), isPicture };
}

/** What a stream printed, and the forms of a result before version 4, by type. */
function olderData({ text, html, png, svg, jpeg }: NotebookOutput): Readonly<Record<string, unknown>> {
  const forms = {
    'text/plain': text,
    'text/html': html,
    'image/png': png,
    'image/svg': svg,
    'image/jpeg': jpeg,
  };
  return Object.fromEntries(Object.entries(forms).filter(([, form]) => form !== undefined));
}

/** The lines of an output in HTML that has a table, such as a data frame. */
function tableLines(html: string): readonly DocumentLine[] {
  const parsed = parseHtml(decodeHtml(new TextEncoder().encode(html)));
  const lines = parsed.kind === 'page' ? linesOfPage(parsed.page, true) : [];
  return lines.some(({ kind }) => kind === 'row')
    ? lines.map((line) => (line.kind === 'heading' ? { ...line, kind: 'text' as const } : line))
    : [];
}

function textLines(text: string): DocumentLine[] {
  return text
    .replace(ESCAPES, '')
    .trimEnd()
    .split(/\r?\n/)
    .map((line) => ({ text: line.slice(line.lastIndexOf('\r') + 1), kind: 'text', layout: {} }));
}

/** Colors and cursor movements of a terminal. */
const ESCAPES = /\p{Cc}\[[\d;]{0,20}[A-Za-z]/gu;

function stringOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string').join('') : null;
}
