import { isRow } from '@quarry/arithmetic';
import type { Chunk, LineLayout } from '@quarry/search-index';
import { layoutByLine } from '../section/places';
import type { WholeText } from '../section/whole-text';

/** A line of a text, with its number and its place. */
export interface PlacedLine {
  readonly line: number;
  readonly text: string;
  readonly layout: LineLayout;
}

/** The lines of a table; of one that goes on over pages, of all of them, with the heads of the first. */
export interface TableParts {
  readonly caption: readonly PlacedLine[];
  readonly heads: readonly PlacedLine[];
  readonly rows: readonly PlacedLine[];
}

/** Lines above a table that are its caption, where the index does not say which are. */
const CAPTION = { lines: 2, longest: 160 } as const;
/** Head rows, where the index does not say which are. */
const MOST_HEADS = 8;
const UNIT = /\bin (?:thousands|millions|billions)\b/i;
const RULE = /^\s*\|(?:\s*:?-+:?\s*\|)+\s*$/;
const MARKDOWN_ROW = /^\s*\|.*\|\s*$/;
const VALUE = /^[-–−+(]{0,2}[$€£¥]?\s?\(?\d[\d,.]*\)?\s?%?\)?$|^[$€£¥]?\s?[-–—]+$/;
const YEAR = /^(?:fy\s?)?(?:19|20)\d\d$/i;

/** The tables of a text, in order. Takes the roles of lines from the index; for Markdown and older indexes, from the lines. */
export function tableParts(whole: WholeText): readonly TableParts[] {
  const [first] = whole.chunks;
  const layouts = layoutByLine(whole.chunks);
  const lines = whole.text.split('\n').map((text, at): PlacedLine => {
    const line = whole.startLine + at;
    return { line, text, layout: layouts.get(line) ?? {} };
  });
  const isMarked = lines.some(({ layout }) => layout.table !== undefined);
  const isTableRow = rowTest(first);
  const found: { caption: PlacedLine[]; heads: PlacedLine[]; rows: PlacedLine[] }[] = [];
  for (let at = 0; at < lines.length;) {
    if (!isTableRow(lines[at])) {
      at++;
      continue;
    }
    let end = at + 1;
    while (isTableRow(lines[end]) && !beginsTable(lines[end - 1], lines[end])) end++;
    const rule = lines.slice(at, end).findIndex(({ text }) => RULE.test(text));
    const own = lines
      .slice(at, end)
      .filter(({ text }) => !RULE.test(text))
      .map((line) => withoutBars(line, first));
    const last = found.at(-1);
    if (last && own[0]?.layout.table === 'continued') {
      const known = new Set(last.heads.map(({ text }) => text));
      last.rows.push(...own.filter(({ text, layout }) => layout.table !== 'head' && !known.has(text)));
    } else {
      const heads = rule >= 0 ? rule : isMarked ? markedHeads(own) : leadingHeads(own);
      const above = captionAbove(lines, at, isMarked);
      // A further block of a table has its caption and unit above the first one.
      const former = last && last.rows.at(-1)?.line === (own[0]?.line ?? 0) - 1 ? last : undefined;
      const caption = above.length > 0 || !former ? above : captionOfBlock(former);
      found.push({ caption, heads: own.slice(0, heads), rows: own.slice(heads) });
    }
    at = end;
  }
  return found.filter(({ rows }) => rows.length > 0);
}

function rowTest({ format, language }: Chunk): (line: PlacedLine | undefined) => boolean {
  if (format === undefined && language !== 'markdown') return () => false;
  return (line) => {
    if (!line || line.layout.table === 'caption') return false;
    if (line.layout.cells !== undefined || line.layout.table !== undefined) return true;
    return format === undefined ? MARKDOWN_ROW.test(line.text) : isRow(line.text);
  };
}

/** Whether a row begins another table than the row above it. */
function beginsTable(before: PlacedLine | undefined, line: PlacedLine | undefined): boolean {
  const [a, b] = [before?.layout, line?.layout];
  if (a?.page !== b?.page || a?.sheet !== b?.sheet || b?.table === 'continued') return true;
  return b?.table === 'head' && a?.table !== 'head' && a?.table !== 'continued';
}

function markedHeads(rows: readonly PlacedLine[]): number {
  const first = rows.findIndex(({ layout }) => layout.table !== 'head');
  return first < 0 ? rows.length : first;
}

/** The rows before the first one with a value, or, if no row has one, the first. */
function leadingHeads(rows: readonly PlacedLine[]): number {
  const first = rows.findIndex(({ text }) => cellTexts(text).slice(1).some(isValue));
  return first < 0 ? Math.min(1, rows.length - 1) : Math.min(first, MOST_HEADS);
}

/** Caption and unit that a further block of a table has from the first one. */
function captionOfBlock({ caption, heads }: TableParts): PlacedLine[] {
  return [...caption, ...heads.filter(({ text }) => UNIT.test(text))];
}

/** Lines between a table and the caption of it that is at the end of the page before, at most. */
const MOST_AT_FOOT = 3;

function captionAbove(lines: readonly PlacedLine[], at: number, isMarked: boolean): PlacedLine[] {
  const caption: PlacedLine[] = [];
  const page = lines[at]?.layout.page;
  let above = at - 1;
  if (isMarked && page !== undefined && lines[above]?.layout.page === page - 1)
    while (above > at - 1 - MOST_AT_FOOT && isAtFoot(lines[above])) above--;
  const last = lines[above];
  const own = isMarked && last?.layout.table === 'caption' ? last.layout.page : page;
  for (; above >= 0; above--) {
    const line = lines[above];
    if (!line || line.layout.page !== own) break;
    if (isMarked ? line.layout.table !== 'caption' : !isCaption(line, caption.length)) break;
    if (line.text.trim() !== '') caption.unshift(line);
  }
  return caption;
}

function isAtFoot(line: PlacedLine | undefined): boolean {
  return line !== undefined && line.layout.table === undefined && line.layout.cells === undefined;
}

function isCaption({ text }: PlacedLine, known: number): boolean {
  const plain = text.trim();
  if (plain === '') return known === 0;
  // A heading of Markdown names the section.
  if (/^#{1,6}\s/.test(plain)) return false;
  return known < CAPTION.lines && plain.length <= CAPTION.longest && !/[.;]$/.test(plain);
}

function isValue(cell: string): boolean {
  return VALUE.test(cell) && !YEAR.test(cell);
}

/** The texts of the cells of a row. */
function cellTexts(text: string): readonly string[] {
  return text.split(/(?<!\\)\|/).map((cell) => cell.trim());
}

/** Rows of Markdown begin and end with a bar, which separates no cells. */
function withoutBars(line: PlacedLine, { language, format }: Chunk): PlacedLine {
  const isMarkdown = format === undefined && language === 'markdown';
  return isMarkdown && MARKDOWN_ROW.test(line.text) ? { ...line, text: line.text.trim().slice(1, -1) } : line;
}
