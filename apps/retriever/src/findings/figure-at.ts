import {
  isRow,
  isShare,
  numbersIn,
  plainRows,
  rowsOf,
  scaleOf,
  sheetRows,
  type TableRow,
  unitOf,
} from '@quarry/arithmetic';
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
  /** The years that its document calls fiscal years: `fiscal 2024`. */
  readonly fiscalYears: readonly string[];
  /** The head of its column; empty for a sentence. */
  readonly head: string;
  /** What stands above its table; empty for a sentence. */
  readonly caption: string;
  /** The number of cells of its row; of a sentence, the number of its figures. */
  readonly rivals: number;
  /** Labels of the other rows of its page; none for a sentence. */
  readonly others: readonly string[];
  readonly kind: 'cell' | 'sentence';
}

/** Lines above a figure of a document without pages that are read with it. */
const ABOVE = 60;
/** Lines above a table of a sheet that describe it. */
const CAPTION = 6;
const FISCAL_YEAR = /\bfiscal (?:years? )?((?:19|20)\d\d)\b/gi;
const PAGE_SCALE =
  /(?:\b(?:in|of)|\()\s{0,4}(?:u\.?s\.? )?(?:\$|usd|dollars|euros?|eur)?\s{0,4}(?:in )?(thousands|millions|billions)\b/gi;

/** What a page says of the number at a match: the row and column of a table, or a sentence. */
export function figureAt(
  { lines, about }: Pick<ReadDocument, 'lines'> & Partial<Pick<ReadDocument, 'about'>>,
  match: Match,
  titles: readonly string[] = [],
): FigureAt | null {
  const line = lines[match.first];
  if (!line) return null;
  if (isSheet(about?.format)) return cellOfSheet(lines, match, titles, about?.format === 'csv');
  const above = linesAbove(lines, match.first);
  const row = rowsOf([...above, line].map(({ text }) => text).join('\n'))
    .filter((candidate) => candidate.line === line.text.trim())
    .at(-1);
  return row ? cellOf(row, match, above, lines, titles) : sentenceOf(line, match, titles);
}

function isSheet(format: string | undefined): boolean {
  return format === 'csv' || format === 'xlsx' || format === 'ods';
}

/** A cell of a spreadsheet or a CSV file: the texts of its row name it, as its label does. */
function cellOfSheet(
  lines: readonly TextLine[],
  { first, written }: Match,
  titles: readonly string[],
  isPlain: boolean,
): FigureAt | null {
  let top = first;
  while (top > 0 && isRow(lines[top - 1]?.text ?? '')) top -= 1;
  const own = lines.slice(top, first + 1).map(({ text }) => text);
  const caption = lines.slice(Math.max(0, top - CAPTION), top).map(({ text }) => text);
  const row = (isPlain ? plainRows([own[0] ?? '', own.at(-1) ?? '']) : sheetRows(own, caption)).at(-1);
  const cells = row?.cells.filter(({ text }) => digits(text) === digits(written)) ?? [];
  const [cell] = cells;
  if (!row || !cell) return null;
  const texts = row.cells.filter(({ text }) => /\p{L}|^(?:19|20)\d\d/u.test(text)).map(({ text }) => text);
  const label = [...new Set([row.label, ...texts])].filter((text) => text !== cell.text).join(' ');
  const dated = [cells.map(({ head }) => head).join(' '), label, `${row.group} ${caption.join(' ')}`];
  const share = isShare(cell.unit) || /%/.test(written);
  return {
    ...{ text: cell.text, isNegative: /^[$€£]?\s*[(−–-]/.test(cell.text), isShare: share },
    scale: share ? 0 : scaleOf(cell.unit),
    ...{ label, around: [row.group, ...caption, cell.head, ...titles].join(' ') },
    period: dated.find((text) => /(?:19|20)\d\d/.test(text)) ?? '',
    ...{ fiscalYears: fiscalYearsIn(lines), head: cell.head, caption: caption.join(' ') },
    // Its finding names the column.
    ...{ rivals: 1, others: [], kind: 'cell' as const },
  };
}

function digits(text: string): string {
  return text.replace(/[^\d.]/g, '');
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
    ...{ fiscalYears: fiscalYearsIn(lines), head: cell.header, caption: row.caption },
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
    ...{ fiscalYears: [], head: '', caption: '' },
    rivals: figures.length,
    others: [],
    kind: 'sentence',
  };
}

function fiscalYearsIn(lines: readonly TextLine[]): readonly string[] {
  return [
    ...new Set(lines.flatMap(({ text }) => [...text.matchAll(FISCAL_YEAR)].map(([, year = '']) => year))),
  ];
}

/** The scale that a page names last above a line: `(In millions, except per share data)`. */
function pageScale(above: readonly TextLine[]): number | null {
  const text = above.map((line) => line.text).join('\n');
  const named = [...text.matchAll(PAGE_SCALE)].at(-1)?.[1];
  return named === undefined ? null : scaleOf(named);
}
