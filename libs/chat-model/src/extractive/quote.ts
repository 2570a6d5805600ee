import { escapeMarks, type Evidence, placeInWords, whereaboutsOf } from '@quarry/turn';
import { isProse, type Line } from './lines';
import { oneLine } from './one-line';
import { continues, shownLine } from './prose-ends';

/** A line that opens or closes a block of code in a page: without its other end it would swallow what follows. */
const FENCE = /^\s*(?:`{3,}|~{3,})[^`~]*$/;

/**
 * The passage's location, its citation, and its lines. A gap in the lines is shown as `…` with the lines that are left
 * out.
 * @param numbers of the pieces of evidence that it is from
 */
export function quoteOf(
  evidence: Evidence,
  spans: readonly (readonly Line[])[],
  numbers: readonly number[] = [evidence.n],
): string {
  const lines = spans.flat();
  const [first, last] = [lines[0]?.number ?? evidence.startLine, lines.at(-1)?.number ?? evidence.endLine];
  const symbol = evidence.symbol === undefined ? '' : `\`${oneLine(evidence.symbol)}\``;
  const place = [`\`${oneLine(evidence.path)}\``, rangeOf(evidence, first, last), symbol];
  const head = `${place.filter((part) => part !== '').join(', ')} [${numbers.join(', ')}]`;
  // The rows of a table are quoted below the names of its columns.
  const columns = evidence.tableHead?.split('\n').at(-1)?.slice(0, 240);
  const rows = spans
    .map((span, at) => {
      const before = spans[at - 1]?.at(-1)?.number;
      const gap = before === undefined ? [] : [elision(before + 1, (span[0]?.number ?? first) - 1)];
      const shown = isProse(evidence) ? span.filter(({ text }) => !FENCE.test(text)) : span;
      return [...gap, ...shown.map((line) => shownLine(line.text, isProse(evidence)))].join('\n');
    })
    .join('\n');
  const quoted = isCutShort(evidence, lines.at(-1)) ? `${rows}\n…` : rows;
  const body = columns === undefined ? quoted : `${columns}\n${quoted}`;
  if (isProse(evidence)) {
    // A number in brackets is a footnote there, and must not read as one of the answer's citations.
    const escaped = body.replace(/\[(\d[\d, ]*)\]/g, '\\[$1\\]').split('\n');
    return `${head}\n\n${escapeMarks(escaped.map((line) => `> ${line}`.trimEnd()).join('\n'))}`;
  }
  const fence = '`'.repeat(Math.max(3, ...[...body.matchAll(/`+/g)].map(([run]) => run.length + 1)));
  return `${head}\n\n${fence}${(evidence.language ?? '').replace(/[^\w+#-]/g, '')}\n${body}\n${fence}`;
}

/** Whether a sentence of a page continues after the last quoted line. */
function isCutShort(evidence: Evidence, last: Line | undefined): boolean {
  if (!last || !isProse(evidence)) return false;
  return continues(last.text, evidence.text.split(/\r?\n/)[last.number - evidence.startLine + 1]);
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
