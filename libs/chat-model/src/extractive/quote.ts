import { defined, escapeMarks, type Evidence, placeInWords, whereaboutsOf } from '@quarry/turn';
import { isProse, isTemplateTag, type Line } from './lines';
import { oneLine } from './one-line';
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
  const isPage = isProse(evidence);
  const rows: Shown[] = spans.flatMap((span, at) => {
    const before = spans[at - 1]?.at(-1)?.number;
    const gap = before === undefined ? [] : [elision(before + 1, (span[0]?.number ?? first) - 1)];
    const begins = (span[0]?.number ?? first) - evidence.startLine;
    // The rows of a table are quoted below the names of its columns.
    const columns = isPage ? columnsAbove(texts, begins, at === 0 ? tableHead : undefined) : [];
    const shown = isPage ? span.filter(({ text }) => !isMarkup(text)) : span;
    return [
      ...[...gap, ...columns].map((text) => ({ text })),
      ...shown.map((line) => ({
        text: shownText(line, evidence, share),
        ...defined({ code: line.code }),
      })),
    ];
  });
  if (isCutShort(evidence, lines.at(-1), texts)) rows.push({ text: '…' });
  if (isPage) return `${head}\n\n${quotedPage(rows, isInBlocks(evidence))}`;
  const body = [...(tableHead === undefined ? [] : [tableHead]), ...rows.map(({ text }) => text)].join('\n');
  const fence = fenceAround(body);
  return `${head}\n\n${fence}${(evidence.language ?? '').replace(/[^\w+#-]/g, '')}\n${body}\n${fence}`;
}

/** A line as it is quoted; `code` is the language of the block of code of a page that it is in, or ''. */
interface Shown {
  readonly text: string;
  readonly code?: string;
}

/** Lines of a page as a quotation: prose as text, and a block of code as code, so that it can be copied. */
function quotedPage(rows: readonly Shown[], inBlocks: boolean): string {
  const parts: Shown[][] = [];
  for (const row of rows) {
    const open = parts.at(-1);
    if (open && open[0]?.code === row.code) open.push(row);
    else parts.push([row]);
  }
  return parts
    .map((part, at) => {
      const [{ code } = { code: undefined }] = part;
      if (code !== undefined) {
        const fence = fenceAround(part.map(({ text }) => text).join('\n'));
        return [`${fence}${code}`, ...part.map(({ text }) => text), fence]
          .map((line) => `> ${line}`.trimEnd())
          .join('\n');
      }
      // A number in brackets is a footnote there, and must not read as one of the answer's citations.
      const escaped = part.map(({ text }) => text.replace(/\[(\d[\d, ]*)\]/g, '\\[$1\\]'));
      const lines = escaped.map((line, place) => {
        const shown = `> ${line}`.trimEnd();
        const isLast = place === escaped.length - 1 && at === parts.length - 1;
        return line.trim() === '' || isLast || !inBlocks ? shown : shown + BREAK;
      });
      return escapeMarks(lines.join('\n'));
    })
    .join('\n');
}

/** A fence that the text cannot close. */
function fenceAround(text: string): string {
  return '`'.repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([run]) => run.length + 1)));
}

/** Ends a line in Markdown without beginning a paragraph. */
const BREAK = '  ';

/**
 * Whether each line is a block of the document, a heading or a paragraph: Markdown would join them to one paragraph.
 * The lines of a PDF are those of the print.
 */
function isInBlocks({ format }: Evidence): boolean {
  return format !== undefined && format !== 'pdf';
}

/** Markup of a page that a reader of its text does not see. */
function isMarkup(text: string): boolean {
  return FENCE.test(text) || isTemplateTag(text);
}

function shownText(
  { text, code }: Pick<Line, 'text' | 'code'>,
  evidence: Evidence,
  share: (text: string) => number,
): string {
  if (!isProse(evidence) || code !== undefined) return shownLine(text, false);
  return isRow(text) ? shownLine(shownRow(text), true) : shownLine(text, true, share);
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
