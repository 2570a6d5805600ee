import { frontMatterLines } from '@quarry/turn';
import type { DocumentLine } from '../document';

/** Longest summary, in characters. */
const MAX_SUMMARY = 300;
/** Number of lines considered: later ones no longer introduce a section. */
const SEARCHED = 200;
/** Enough text to choose sentences from. */
const ENOUGH = 1_200;
/** Longer lines are cut first. */
const MAX_LINE = 2_000;

/** A shorter first sentence says too little to end the summary, or to represent a table. */
const FEW = 80;

type Line = Pick<DocumentLine, 'text' | 'kind' | 'bold'>;

/**
 * The first meaningful sentences of a text, at most 300 characters, cut at a word. Skips headings, boilerplate and rows
 * of numbers; if there is only a table, returns its header row and first labels. Empty if there is nothing to
 * summarize.
 * @param title text that the summary need not repeat
 *
 * @example
 * summaryOf('Setup\n\nInstall the package and start the server.', 'Setup');
 * // 'Install the package and start the server.'
 */
export function summaryOf(source: string | readonly Line[], title?: string): string {
  const lines =
    typeof source === 'string'
      ? source
          .slice(0, SEARCHED * MAX_LINE)
          .split('\n', SEARCHED)
          .map((text): Line => ({ text, kind: 'text' }))
      : source.slice(0, SEARCHED);
  const read = withoutMatter(lines);
  const prose = sentencesOf(proseOf(read, title));
  const summary = prose.length < FEW || isTable(read) ? tableOf(read) || prose : prose;
  return summary === '' ? firstLines(read, title) : summary;
}

/** Whether the text is mainly a table at its beginning; the text after it is its notes. */
function isTable(lines: readonly Line[]): boolean {
  const rows = lines.filter(({ kind }) => kind === 'row').length;
  const text = lines.filter(({ kind, text }) => kind === 'text' && isProse(plainOf(text))).length;
  const row = lines.findIndex(({ kind }) => kind === 'row');
  const sentence = lines.findIndex(({ kind, text }) => kind === 'text' && isProse(plainOf(text)));
  return rows > text * 2 && (sentence < 0 || row < sentence);
}

/** Without the front matter of a Markdown file. */
function withoutMatter(lines: readonly Line[]): readonly Line[] {
  return lines.slice(frontMatterLines(lines.map(({ text }) => text)));
}

/** The running text, in one line. */
function proseOf(lines: readonly Line[], title: string | undefined): string {
  let prose = '';
  let code = false;
  for (const { text, kind, bold } of lines) {
    if (/^\s*(?:```|~~~)/.test(text)) {
      code = !code;
      continue;
    }
    const plain = plainOf(text);
    if (code || kind !== 'text' || !isProse(plain) || plain === title || (bold && plain.length < SHOUT))
      continue;
    prose = /[\p{L}]-$/u.test(prose) ? prose + plain : `${prose} ${plain}`;
    if (prose.length > ENOUGH) break;
  }
  return prose.trim();
}

/** Code, or any other text. */
function firstLines(lines: readonly Line[], title: string | undefined): string {
  const meaningful = lines.filter(
    ({ text, kind, bold }) =>
      kind !== 'heading' &&
      !bold &&
      /\p{L}/u.test(text) &&
      !/^\s*(?:```|~~~)/.test(text) &&
      plainOf(text) !== title,
  );
  return cut(
    meaningful
      .slice(0, 3)
      .map(({ text }) => text.slice(0, MAX_LINE).trim())
      .join(' '),
  );
}

/** Without Markdown syntax and tags. */
function plainOf(text: string): string {
  return text
    .slice(0, MAX_LINE)
    .replace(/\s+/g, ' ')
    .replace(/!?\[([^[\]]{0,300})\]\([^()]{0,500}\)/g, '$1')
    .replace(/<\/?[A-Za-z][^<>]{0,500}(?:>|$)/g, ' ')
    .replace(/^ ?(?:>|#{1,6}|[-*+•▪●]) /, '')
    .replace(/\*\*|__|`/g, '')
    .replace(/ +/g, ' ')
    .trim();
}

/** A line of capitals or bold text up to this length is a heading. */
const SHOUT = 120;

const BOILERPLATE =
  /^(?:page \d|table of contents|contents$|index to |copyright|©|\(?c\) \d{4}|all rights reserved|see accompanying|the accompanying notes|\(continued|\([^()]{0,120}\)$|\(?[a-z\d]\) |n\/m\b|note: |import |export |https?:|\.\. |:\w)/i;

/** Whether letters outnumber digits and marks, and the text is not boilerplate. */
function isProse(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  if (letters < 3 || letters * 2 < text.replaceAll(' ', '').length || BOILERPLATE.test(text)) return false;
  return text.length > SHOUT || /\p{Ll}{2}|\p{Lo}/u.test(text);
}

/** The end of a sentence: a mark, then a space and the beginning of another sentence. */
const SENTENCE_END = /[.!?]["'”’)\]]? (?=["“‘(]?[\p{Lu}\p{Lo}\d])|[。！？]/gu;
const ABBREVIATION =
  /(?:^|[\s(.])(?:\p{Lu}|\d{1,2}|Inc|Co|Corp|Ltd|No|Nos|Mr|Mrs|Ms|Dr|St|vs|etc|e\.g|i\.e)$/u;
/** The first sentences that fit. */
function sentencesOf(prose: string): string {
  if (prose.length <= MAX_SUMMARY) return prose;
  let end = 0;
  for (const { 0: mark, index } of prose.slice(0, MAX_SUMMARY + 2).matchAll(SENTENCE_END)) {
    const here = index + mark.trimEnd().length;
    if (here <= MAX_SUMMARY && !ABBREVIATION.test(prose.slice(Math.max(0, index - 8), index))) end = here;
  }
  return end < FEW ? cut(prose) : prose.slice(0, end);
}

/** `Header, header: label; label`. */
function tableOf(lines: readonly Line[]): string {
  const rows = lines.filter(({ kind, text }) => kind === 'row' && /\p{L}/u.test(text)).slice(0, 10);
  const cells = rows.map(({ text }) =>
    text
      .slice(0, MAX_LINE)
      .split('|')
      .map((cell) => cell.trim())
      .filter((cell) => cell !== ''),
  );
  const header = cells[0]?.join(', ') ?? '';
  const labels = cells
    .slice(1)
    .flatMap(([label]) => (label !== undefined && /\p{L}/u.test(label) ? [label] : []));
  return cut([header, labels.join('; ')].filter((part) => part !== '').join(': '));
}

function cut(text: string): string {
  if (text.length <= MAX_SUMMARY) return text;
  const room = text.slice(0, MAX_SUMMARY - 1);
  const word = room.lastIndexOf(' ');
  return `${(word > MAX_SUMMARY / 2 ? room.slice(0, word) : room).replace(/\p{Cs}$/u, '').trimEnd()}…`;
}
