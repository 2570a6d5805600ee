import { isShare, numbersIn, rowsOf, scaleOf, type TableRow, unitOf } from '@quarry/arithmetic';
import type { Match } from './match-value';
import type { ReadDocument, TextLine } from './read-document';

/** A number of a page with what the page says of it. */
export interface FigureAt {
  /** As printed. */
  readonly text: string;
  readonly isNegative: boolean;
  readonly isShare: boolean;
  /** Power of ten that it counts in; null where its page names none. */
  readonly scale: number | null;
  /** The label of its row, or its sentence. */
  readonly label: string;
  /** What else describes it: group and caption of the table, head of the column, titles of the section. */
  readonly around: string;
  /** Where its years stand: head of its column, else the row, else the caption; or the sentence. */
  readonly period: string;
  /** The number of cells of its row; of a sentence, the number of its figures. */
  readonly rivals: number;
  /** Labels of the other rows of its page; none for a sentence. */
  readonly others: readonly string[];
  readonly kind: 'cell' | 'sentence';
}

/** Lines above a figure of a document without pages that are read with it. */
const ABOVE = 60;
const PAGE_SCALE =
  /(?:\b(?:in|of)|\()\s{0,4}(?:u\.?s\.? )?(?:\$|usd|dollars|euros?|eur)?\s{0,4}(?:in )?(thousands|millions|billions)\b/gi;

/** What a page says of the number at a match: the row and column of a table, or a sentence. */
export function figureAt(
  { lines }: Pick<ReadDocument, 'lines'>,
  match: Match,
  titles: readonly string[] = [],
): FigureAt | null {
  const line = lines[match.first];
  if (!line) return null;
  const above = linesAbove(lines, match.first);
  const row = rowsOf([...above, line].map(({ text }) => text).join('\n'))
    .filter((candidate) => candidate.line === line.text.trim())
    .at(-1);
  return row ? cellOf(row, match, above, lines, titles) : sentenceOf(line, match, titles);
}

function linesAbove(lines: readonly TextLine[], at: number): readonly TextLine[] {
  const page = lines[at]?.layout?.page;
  const from = Math.max(0, at - ABOVE);
  return lines.slice(from, at).filter(({ layout }) => layout?.page === page);
}

function cellOf(
  row: TableRow,
  match: Match,
  above: readonly TextLine[],
  lines: readonly TextLine[],
  titles: readonly string[],
): FigureAt | null {
  const digits = (text: string): string => text.replace(/[^\d.]/g, '');
  const cells = row.cells.filter(({ text }) => digits(text) === digits(match.written));
  const [cell] = cells;
  if (!cell) return null;
  const unit = unitOf(row, cell);
  const share = isShare(unit) || /%/.test(match.written);
  const perShare = /per share/i.test(`${unit ?? ''} ${row.label}`);
  const named = scaleOf(unit);
  const scale = share || perShare ? 0 : named > 0 ? named : pageScale(above);
  const dated = [cells.map(({ header }) => header).join(' '), row.label, `${row.group} ${row.caption}`];
  const page = lines[match.first]?.layout?.page;
  const others = rowsOf(
    lines
      .slice(Math.max(0, match.first - ABOVE), match.first + ABOVE)
      .filter(({ layout }) => layout?.page === page)
      .map(({ text }) => text)
      .join('\n'),
  ).map(({ label }) => label);
  return {
    ...{ text: cell.text, isNegative: /^[$€£]?\s*[(−–-]/.test(cell.text), isShare: share, scale },
    label: row.label,
    around: [row.group, row.caption, cell.header, ...titles].join(' '),
    period: dated.find((text) => /(?:19|20)\d\d/.test(text)) ?? '',
    rivals: row.cells.length,
    others: [...new Set(others)].filter((label) => label !== row.label),
    kind: 'cell',
  };
}

function sentenceOf(line: TextLine, match: Match, titles: readonly string[]): FigureAt | null {
  const figures = numbersIn(line.text).filter(({ kind }) => kind !== 'year');
  const own = figures.find(({ start, end }) => start < match.end && match.start < end);
  if (!own) return null;
  return {
    ...{ text: own.text, isNegative: own.value.startsWith('-'), isShare: own.kind === 'percent' },
    scale: own.scale > 0 || own.kind === 'percent' ? own.scale : null,
    label: line.text,
    around: titles.join(' '),
    period: line.text,
    rivals: figures.length,
    others: [],
    kind: 'sentence',
  };
}

/** The scale that a page names last above a line: `(In millions, except per share data)`. */
function pageScale(above: readonly TextLine[]): number | null {
  const text = above.map((line) => line.text).join('\n');
  const named = [...text.matchAll(PAGE_SCALE)].at(-1)?.[1];
  return named === undefined ? null : scaleOf(named);
}
