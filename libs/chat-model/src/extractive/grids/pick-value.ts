import { isNil } from '@quarry/arithmetic';
import { wordsOf } from '../terms';
import { askedWords, type AskedWord } from './asked-words';
import { headNames, isShortFor, namedIn, names, type Named } from './covers';
import { MONTHS } from './dates';
import type { Grid, GridCell, GridRow } from './grid';

/** A cell that all selecting words of a question lead to. */
export interface PickedValue {
  readonly row: GridRow;
  readonly cell: GridCell;
  /** Texts of the row's other cells that the question names, in their order. */
  readonly keys: readonly string[];
}

export interface Picked {
  /** The only cell that is meant; null if none or several are. */
  readonly value: PickedValue | null;
  /** Rows that have the most of the question's words, best first. */
  readonly nearest: readonly GridRow[];
  /** Why there is no value; empty if there is one. */
  readonly why: string;
}

interface Fit {
  /** Share (0..1) of the words. */
  readonly share: number;
  /** The number of words. */
  readonly length: number;
}

interface Candidate extends PickedValue {
  /** Words that the label, the keys and the head of the cell name. */
  readonly met: number;
  /** How much of the texts that select the row, and of the head, the question has. */
  readonly labelFit: Fit;
  readonly headFit: Fit;
}

/** Rows that are shown where none is the answer. */
const SHOWN = 3;
/** Rows of a table that are read, at most. */
const MOST_ROWS = 5_000;

/**
 * Finds the cell that a question means: each of its selecting words must be named by the row (its label, the heading
 * above it, or a cell of a key column), by the head of the column, or by the title of the table. Otherwise
 * nothing is found: a value of another row is wrong, whatever else fits.
 */
export function pickValue(question: string, grids: readonly Grid[]): Picked {
  const words = askedWords(question);
  const said = new Set(wordsOf(question.slice(0, 1_000)));
  const all = words.length === 0 ? [] : grids.map((grid) => search(words, said, grid));
  const nearest = all
    .flatMap((one) => one.near)
    .toSorted((a, b) => b.met - a.met)
    .slice(0, SHOWN)
    .map(({ row }) => row);
  const candidates = all.flatMap((one) => one.candidates);
  const value = theOnly(candidates);
  const why =
    value !== null
      ? ''
      : candidates.length === 0
        ? whyNone(words, all)
        : `${candidates.length} cells have all words of the question, and nothing says which one is meant`;
  return { value, nearest, why };
}

interface Searched {
  readonly candidates: readonly Candidate[];
  readonly near: readonly { readonly row: GridRow; readonly met: number }[];
  /** Words that no row, head or title of the table names. */
  readonly unknown: readonly AskedWord[];
}

function search(words: readonly AskedWord[], said: ReadonlySet<string>, { about, rows }: Grid): Searched {
  const read = rows.slice(0, MOST_ROWS);
  const years = yearColumns(read);
  const isKey = (cell: GridCell): boolean =>
    !isNumber(cell.text) || years.has(cell.column) || cell.column === 0;
  const keyHeads = read.flatMap(({ cells }) => cells.filter(isKey).map(({ head }) => head));
  const around = namedIn(`${about} ${[...new Set(keyHeads)].join(' ')}`);
  const aroundWords = new Set(words.filter((word) => names(around, word)));
  const heads = new Map<string, Named>();
  const headOf = (head: string): Named => {
    const known = heads.get(head) ?? namedIn(head);
    heads.set(head, known);
    return known;
  };
  const isNamed = ({ text }: GridCell): boolean => {
    const own = namedIn(text);
    return words.some((word) => names(own, word));
  };
  const seen = new Set(aroundWords);
  const near: { row: GridRow; met: number }[] = [];
  const candidates = read.flatMap((row) => {
    const keys = row.cells.filter(isKey);
    const own = namedIn(`${row.label} ${row.group} ${keys.map(({ text }) => text).join(' ')}`);
    const byRow = new Set(words.filter((word) => names(own, word)));
    const byHeads = words.filter((word) => row.cells.some(({ head }) => headNames(headOf(head), word)));
    for (const word of [...byRow, ...byHeads]) seen.add(word);
    near.push({ row, met: byRow.size + byHeads.length / 4 });
    const open = words.filter((word) => !byRow.has(word) && !aroundWords.has(word));
    return row.cells.flatMap((cell): Candidate[] => {
      if (isNil(cell.text)) return [];
      const head = headOf(cell.head);
      const byHead = words.filter((word) => headNames(head, word));
      if (open.some((word) => !byHead.includes(word))) return [];
      if (byHead.length === 0 && !isOnlyValue(row, cell, isKey)) return [];
      // The key itself is not asked for, and the year of a title is not that of a row with another one.
      if (keys.includes(cell) && isNamed(cell)) return [];
      if (isOfAnotherYear(words, own, head)) return [];
      const others = keys.filter((key) => key !== cell && isNamed(key));
      return [
        {
          ...{ row, cell, keys: others.map(({ text }) => text) },
          met: new Set([...byRow, ...byHead]).size,
          labelFit: fitOf(
            (others.length > 0 ? others.map(({ text }) => text) : [row.group, row.label]).join(' '),
            said,
          ),
          headFit: fitOf(cell.head, said),
        },
      ];
    });
  });
  return {
    candidates,
    near: near.filter(({ met }) => met > 0).toSorted((a, b) => b.met - a.met),
    unknown: words.filter((word) => !seen.has(word)),
  };
}

function isOfAnotherYear(words: readonly AskedWord[], row: Named, head: Named): boolean {
  const years = new Set([...row.years, ...head.years]);
  if (years.size === 0) return false;
  return words.some(
    ({ kind, key }) => (kind === 'year' || key.length >= 7) && kind !== 'word' && !years.has(key.slice(0, 4)),
  );
}

/**
 * The candidate that is meant: of several columns the one whose head the question has in full, of several rows the one
 * whose label it has in full. Null if that leaves several values.
 */
function theOnly(candidates: readonly Candidate[]): PickedValue | null {
  const most = Math.max(0, ...candidates.map(({ met }) => met));
  let left = candidates.filter(({ met }) => met === most);
  if (new Set(left.map(({ row }) => row)).size > 1) left = bestBy(left, ({ labelFit }) => labelFit);
  if (new Set(left.map(({ cell }) => cell.head)).size > 1) left = bestBy(left, ({ headFit }) => headFit);
  const [first] = left;
  if (!first) return null;
  // The same total may be in two tables.
  const same = left.every(({ cell, row }) => cell.text === first.cell.text && row.label === first.row.label);
  return same ? first : null;
}

/** Names of months as {@link namedIn} has them: they are of the period. */
const MONTH_STEMS: ReadonlySet<string> = new Set([
  ...namedIn([...MONTHS.keys()].join(' ')).stems,
  ...namedIn('first half h1').stems,
]);

/** The candidates whose text the question has in full, the longest of them: `Oklahoma State`, not `Oklahoma`. */
function bestBy(all: readonly Candidate[], fit: (one: Candidate) => Fit): Candidate[] {
  const full = all.filter((one) => fit(one).share === 1);
  const longest = Math.max(...full.map((one) => fit(one).length));
  return full.length === 0 ? [...all] : full.filter((one) => fit(one).length === longest);
}

/** How much of a text the question has; months, and notes in brackets, do not count. */
function fitOf(text: string, said: ReadonlySet<string>): Fit {
  const own = namedIn(text.replace(/\([^()]{0,80}\)/g, ' '));
  const stems = [...own.stems].filter((stem) => !MONTH_STEMS.has(stem));
  const met = stems.filter((stem) => said.has(stem) || [...said].some((word) => isShortFor(stem, word)));
  return { share: stems.length === 0 ? 1 : met.length / stems.length, length: stems.length };
}

/** Whether a row has one value in addition to its keys: its column need not be named. */
function isOnlyValue(row: GridRow, cell: GridCell, isKey: (cell: GridCell) => boolean): boolean {
  const values = row.cells.filter((one) => !isKey(one));
  return values.length === 1 && values[0] === cell && row.cells.length <= 3;
}

/** Columns in which nearly every cell is a year. */
function yearColumns(rows: readonly GridRow[]): ReadonlySet<number> {
  const counts = new Map<number, { years: number; cells: number }>();
  for (const { column, text } of rows.flatMap(({ cells }) => cells)) {
    const { years, cells } = counts.get(column) ?? { years: 0, cells: 0 };
    counts.set(column, { years: years + Number(/^(?:19|20)\d\d$/.test(text)), cells: cells + 1 });
  }
  return new Set([...counts].flatMap(([column, { years, cells }]) => (years >= cells * 0.9 ? [column] : [])));
}

function isNumber(text: string): boolean {
  return /^[-–−+(]{0,2}[$€£¥]?\s?\(?\d[\d,]*(?:\.\d+)?(?:e[-+]?\d+)?\)?\s?%?$/i.test(text);
}

function whyNone(words: readonly AskedWord[], all: readonly Searched[]): string {
  const unknown = words.filter((word) => all.every((one) => one.unknown.includes(word)));
  if (all.length === 0) return 'no table was read';
  if (unknown.length > 0) return `no row or column of the tables read is called ${listed(unknown)}`;
  return 'no cell has all words of the question in its row and column';
}

function listed(words: readonly AskedWord[]): string {
  return words.map(({ text }) => `'${text}'`).join(', ');
}

/** Words of a question that neither a head nor the title of a document's tables names: its rows must have these. */
export function rowWords(question: string, grids: readonly Grid[]): readonly string[] {
  const heads = new Set(
    grids.flatMap(({ rows }) => rows.flatMap(({ cells }) => cells.map(({ head }) => head))),
  );
  const around = [...grids.map(({ about }) => namedIn(about)), ...[...heads].map(namedIn)];
  return askedWords(question)
    .filter((word) => !around.some((one) => headNames(one, word)))
    .map(({ text, kind, key }) => (kind === 'word' ? text : key));
}

/** Whether texts name all selecting words of a question. */
export function namesAll(question: string, texts: string): boolean {
  const named = namedIn(texts);
  return askedWords(question).every((word) => headNames(named, word));
}
