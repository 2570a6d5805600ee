import { escapeMarks, pageLine, type Evidence, placeInWords, whereaboutsOf } from '@quarry/turn';
import { isProse, isTemplateTag, type Line } from './lines';
import { oneLine } from './one-line';
import { indentedCode } from './page-code';
import { continues, shownLine } from './prose-ends';
import { columnsAbove, isRow, shownRow } from './table-rows';

/** A line that opens or closes a block of code in a page: without its other end it would swallow what follows. */
const FENCE = /^\s*(?:`{3,}|~{3,})[^`~]*$/;

/**
 * The passage's location, its citation, and its lines. A gap in the lines is shown as `…` with the lines that are left
 * out.
 * @param numbers of the pieces of evidence that it is from
 * @param share of the question that a text contains: of a long paragraph, what contains most is shown
 */
export function quoteOf(
  evidence: Evidence,
  spans: readonly (readonly Line[])[],
  numbers: readonly number[] = [evidence.n],
  share: (text: string) => number = () => 0,
): string {
  const lines = spans.flat();
  const [first, last] = [lines[0]?.number ?? evidence.startLine, lines.at(-1)?.number ?? evidence.endLine];
  const symbol = evidence.symbol === undefined ? '' : `\`${oneLine(evidence.symbol)}\``;
  const place = [`\`${oneLine(evidence.path)}\``, rangeOf(evidence, first, last), symbol];
  const head = `${place.filter((part) => part !== '').join(', ')} [${numbers.join(', ')}]`;
  const texts = evidence.text.split(/\r?\n/);
  const tableHead = evidence.tableHead?.split('\n').at(-1)?.slice(0, 240);
  const indented = isInBlocks(evidence) ? indentedCode(texts) : null;
  const languageOf = ({ number, code }: Line): string | undefined =>
    indented ? indented.get(number - evidence.startLine) : code;
  const quoted = spans.flatMap((span, at): readonly QuotedLine[] => {
    const before = spans[at - 1]?.at(-1)?.number;
    const gap = before === undefined ? [] : [elision(before + 1, (span[0]?.number ?? first) - 1)];
    const begins = (span[0]?.number ?? first) - evidence.startLine;
    // The rows of a table are quoted below the names of its columns.
    const columns = isProse(evidence) ? columnsAbove(texts, begins, at === 0 ? tableHead : undefined) : [];
    const isShown = (line: Line): boolean => languageOf(line) !== undefined || !isMarkup(line.text);
    const shown = isProse(evidence) ? span.filter(isShown) : span;
    return [
      ...[...gap, ...columns].map((text) => ({ text })),
      ...shown.map((line) => {
        const language = isProse(evidence) ? languageOf(line) : undefined;
        return language === undefined
          ? { text: shownText(line.text, evidence, share) }
          : { text: shownLine(line.text, false), language };
      }),
    ];
  });
  if (isCutShort(evidence, lines.at(-1), texts)) quoted.push({ text: '…' });
  if (isProse(evidence)) return `${head}\n\n${pageOf(quoted, isInBlocks(evidence) ? BREAK : '')}`;
  const body = [...(tableHead === undefined ? [] : [tableHead]), ...quoted.map(({ text }) => text)];
  return `${head}\n\n${fenced(body, evidence.language ?? '')}`;
}

/** A line as it is quoted; with a language (or empty), it is code. */
interface QuotedLine {
  readonly text: string;
  readonly language?: string;
}

/** The lines of a page: prose as quotations, and its code in blocks of code, which keep their indentation. */
function pageOf(lines: readonly QuotedLine[], end: string): string {
  const blocks: QuotedLine[][] = [];
  for (const line of lines) {
    const open = blocks.at(-1);
    if (open && open[0]?.language === line.language) open.push(line);
    else blocks.push([line]);
  }
  return blocks
    .filter((block) => block.some(({ text }) => text.trim() !== ''))
    .map((block) => {
      const texts = block.map(({ text }) => text);
      const language = block[0]?.language;
      return language === undefined ? quotation(texts, end) : fenced(trimmed(texts), language);
    })
    .join('\n\n');
}

function quotation(texts: readonly string[], end: string): string {
  // A number in brackets is a footnote there, and must not read as one of the answer's citations.
  const escaped = trimmed(texts)
    .join('\n')
    .replace(/\[(\d[\d, ]*)\]/g, '\\[$1\\]')
    .split('\n');
  const quoted = escaped.map((line, at) => {
    const shown = `> ${line}`.trimEnd();
    return line.trim() === '' || at === escaped.length - 1 ? shown : shown + end;
  });
  return escapeMarks(quoted.join('\n'));
}

function fenced(texts: readonly string[], language: string): string {
  const body = texts.join('\n');
  const fence = '`'.repeat(Math.max(3, ...[...body.matchAll(/`+/g)].map(([run]) => run.length + 1)));
  return `${fence}${language.replace(/[^\w+#-]/g, '')}\n${body}\n${fence}`;
}

/** Without blank lines at either end. */
function trimmed(texts: readonly string[]): readonly string[] {
  const first = texts.findIndex((text) => text.trim() !== '');
  return texts.slice(first, texts.findLastIndex((text) => text.trim() !== '') + 1);
}

/** Ends a line in Markdown without beginning a paragraph. */
const BREAK = '  ';

/**
 * Whether each line is a block of the document, a heading or a paragraph: Markdown would join them to one paragraph.
 * The lines of a PDF are those of the print.
 */
function isInBlocks({ format }: Evidence): boolean {
  return format !== undefined && format !== 'pdf' && format !== 'image';
}

/** Markup of a page that a reader of its text does not see. */
function isMarkup(text: string): boolean {
  return FENCE.test(text) || isTemplateTag(text);
}

function shownText(text: string, evidence: Evidence, share: (text: string) => number): string {
  if (!isProse(evidence)) return shownLine(text, false);
  const line = pageLine(text);
  return isRow(line) ? shownLine(shownRow(line), true) : shownLine(line, true, share);
}

/** Whether a sentence of a page continues after the last quoted line. */
function isCutShort(evidence: Evidence, last: Line | undefined, texts: readonly string[]): boolean {
  if (!last || !isProse(evidence)) return false;
  return continues(last.text, texts[last.number - evidence.startLine + 1]);
}

/** `lines 3–9`, `line 3`; `page 35` in documents with extracted text; empty if only the file is known. */
function rangeOf(evidence: Evidence, first: number, last: number): string {
  const inLines = (from: number, to: number): string =>
    from === to ? `line ${from}` : `lines ${from}–${to}`;
  if (evidence.format === undefined) return inLines(first, last);
  const where = { ...whereaboutsOf(evidence), path: '' };
  return placeInWords(where, (_path, from, to) => inLines(from, to)).replace(/^, /, '');
}

/** Numbers of lines say where only if the text has the lines of its file. */
function elision(from: number, to: number): string {
  return to < from ? '…' : `… (${from === to ? `line ${from}` : `lines ${from}–${to}`})`;
}
