import { valueKey, type Column } from './columns';
import type { Word } from './question-words';
import { US_STATES } from './us-states';

/** Words of a question that name a column or a value. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export interface ColumnMention extends Span {
  readonly column: Column;
}

export interface ValueMention extends Span {
  readonly column: Column;
  /** As the cells have it. */
  readonly value: string;
}

/** Why words cannot be read: they name several things alike. */
export interface Ambiguous {
  readonly why: string;
}

const MOST_WORDS = 8;
/** Shortest beginning of a word that a head may have instead of it: `avail`. */
const SHORTEST = 4;

/**
 * The columns that the words name, from left to right: all words of a head must be there, next to each other, and its
 * numbers anywhere (`fatalities between 2000 and 2014` is `fatalities_00_14`). Marks the words that it reads as used.
 */
export function columnMentions(
  words: readonly Word[],
  columns: readonly Column[],
  used: Set<number>,
): readonly ColumnMention[] | Ambiguous {
  const found: ColumnMention[] = [];
  const numbers = new Map<string, number[]>();
  words.forEach(({ number }, at) => {
    if (number !== undefined) numbers.set(number, [...(numbers.get(number) ?? []), at]);
  });
  const placesOf = (number: string): readonly number[] =>
    [...numbers].flatMap(([own, at]) =>
      own === number || (own.length === 4 && number.length === 2 && own.endsWith(number)) ? at : [],
    );
  for (let at = 0; at < words.length; at++) {
    if (used.has(at)) continue;
    const runs = columns.flatMap((column) => {
      const to = runOf(words, at, column, used);
      return to < 0 || column.numbers.some((number) => placesOf(number).length === 0) ? [] : [{ column, to }];
    });
    const most = Math.max(0, ...runs.map(({ column }) => column.stems.length));
    const full = runs.filter(({ column }) => column.stems.length === most);
    const closest = Math.max(0, ...full.map(({ column }) => column.numbers.length));
    const [best, other] = full.filter(({ column }) => column.numbers.length === closest);
    if (!best) continue;
    if (other) return { why: `'${best.column.head}' and '${other.column.head}' may both be meant` };
    for (let index = at; index <= best.to; index++) used.add(index);
    for (const place of best.column.numbers.flatMap(placesOf)) used.add(place);
    found.push({ column: best.column, from: at, to: best.to });
    at = best.to;
  }
  return found;
}

/** The last word of the run that has all stems of a head and begins here; -1 if there is none. */
function runOf(words: readonly Word[], from: number, { stems }: Column, used: ReadonlySet<number>): number {
  if (stems.length === 0) return -1;
  const open = new Set(stems);
  for (let at = from; at < Math.min(words.length, from + MOST_WORDS); at++) {
    const word = words[at];
    if (!word || used.has(at)) return -1;
    const stem = open.has(word.stem)
      ? word.stem
      : [...open].find((own) => own.length >= SHORTEST && word.lower.startsWith(own));
    if (stem !== undefined) open.delete(stem);
    else if (!word.isEmpty || at === from) return -1;
    if (open.size === 0) return at;
  }
  return -1;
}

/** The values of columns that the words are, the longest first. Marks the words that it reads as used. */
export function valueMentions(
  words: readonly Word[],
  columns: readonly Column[],
  { used, fewest, named }: { used: Set<number>; fewest: number; named: readonly ColumnMention[] },
): readonly ValueMention[] | Ambiguous {
  const wanted = spansOf(words, used, fewest);
  const keys = new Map<string, ValueMention[]>();
  for (const column of columns)
    for (const value of column.values)
      for (const key of new Set(namesOf(value, column))) {
        const spans = wanted.get(key) ?? [];
        for (const span of spans) keys.set(key, [...(keys.get(key) ?? []), { ...span, column, value }]);
      }
  const found: ValueMention[] = [];
  const all = [...keys.values()].flat().toSorted((a, b) => b.to - b.from - (a.to - a.from));
  for (const { from, to } of all) {
    if (range(from, to).some((at) => used.has(at))) continue;
    const same = all.filter((one) => one.from === from && one.to === to);
    const column = theColumn(same, named);
    if (!column) return { why: `'${textOf(words, from, to)}' is a value of ${listed(same)}` };
    for (const at of range(from, to)) used.add(at);
    found.push(...same.filter((one) => one.column === column));
  }
  return found;
}

function spansOf(words: readonly Word[], used: ReadonlySet<number>, fewest: number): Map<string, Span[]> {
  const spans = new Map<string, Span[]>();
  for (let from = 0; from < words.length; from++)
    for (let to = from; to < Math.min(words.length, from + MOST_WORDS); to++) {
      if (used.has(to)) break;
      const own = words.slice(from, to + 1);
      if (own.length < fewest || own.every(({ isEmpty }) => isEmpty)) continue;
      const key = own.map(({ stem }) => stem).join(' ');
      spans.set(key, [...(spans.get(key) ?? []), { from, to }]);
    }
  return spans;
}

/** How a question may call a value: as it is printed or, in a column of postal codes, by the name of the state. */
function namesOf(value: string, { isStates }: Column): readonly string[] {
  const state = isStates ? US_STATES.get(value) : undefined;
  return [valueKey(value), ...(state === undefined ? [] : [valueKey(state)])].filter((key) => key !== '');
}

/** The column that is meant: the only one, one that the question names, or the only one whose values repeat. */
function theColumn(same: readonly ValueMention[], named: readonly ColumnMention[]): Column | undefined {
  const columns = [...new Set(same.map(({ column }) => column))];
  if (columns.length === 1) return columns[0];
  const said = columns.filter((column) => named.some((one) => one.column === column));
  return said.length === 1 ? said[0] : undefined;
}

function listed(same: readonly ValueMention[]): string {
  const heads = [...new Set(same.map(({ column }) => `'${column.head}'`))];
  return `${heads.slice(0, -1).join(', ')} and ${heads.at(-1) ?? ''}`;
}

function textOf(words: readonly Word[], from: number, to: number): string {
  return words
    .slice(from, to + 1)
    .map(({ text }) => text)
    .join(' ');
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from + 1 }, (_, at) => from + at);
}
