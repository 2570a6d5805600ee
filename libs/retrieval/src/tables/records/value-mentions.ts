import type { Column } from './columns';
import { namesOf, type Ambiguous, type ColumnMention, type Span } from './mentions';
import { stemsOf, type Word } from './question-words';
import { canonical } from './synonyms';

export interface ValueMention extends Span {
  readonly column: Column;
  /** As the cells have it. */
  readonly value: string;
}

const MOST_WORDS = 8;

interface Match extends ValueMention {
  /** 2 for the words of the value, 1 for words of their meaning. */
  readonly closeness: number;
}

/** The values of columns that the words are, the longest first. Marks the words that it reads as used. */
export function valueMentions(
  words: readonly Word[],
  columns: readonly Column[],
  { used, fewest, named }: { used: Set<number>; fewest: number; named: readonly ColumnMention[] },
): readonly ValueMention[] | Ambiguous {
  const spans = spansOf(words, used, fewest);
  const all = columns
    .flatMap((column) => column.values.flatMap((value) => matchesOf(column, value, spans)))
    .toSorted((a, b) => b.to - b.from - (a.to - a.from) || b.closeness - a.closeness);
  const found: ValueMention[] = [];
  for (const { from, to, closeness } of all) {
    if (range(from, to).some((at) => used.has(at))) continue;
    const same = all.filter((one) => one.from === from && one.to === to && one.closeness === closeness);
    const column = theColumn(same, named);
    if (!column) return { why: `'${textOf(words, from, to)}' is a value of ${listed(same)}` };
    for (const at of range(from, to)) used.add(at);
    found.push(...same.filter((one) => one.column === column));
  }
  return found;
}

interface Spans {
  readonly exact: ReadonlyMap<string, readonly Span[]>;
  readonly alike: ReadonlyMap<string, readonly Span[]>;
}

function matchesOf(column: Column, value: string, { exact, alike }: Spans): readonly Match[] {
  const names = new Set(namesOf(value, column));
  return [...names].flatMap((key) => [
    ...(exact.get(key) ?? []).map((span) => ({ ...span, column, value, closeness: 2 })),
    ...(alike.get(canonical(key)) ?? []).map((span) => ({ ...span, column, value, closeness: 1 })),
  ]);
}

/** The words that a value may be, by their stems; single words also by their meaning, and `snowy` for `snow`. */
function spansOf(words: readonly Word[], used: ReadonlySet<number>, fewest: number): Spans {
  const exact = new Map<string, Span[]>();
  const alike = new Map<string, Span[]>();
  const add = (to: Map<string, Span[]>, key: string, span: Span): void => {
    to.set(key, [...(to.get(key) ?? []), span]);
  };
  for (let from = 0; from < words.length; from++)
    for (let to = from; to < Math.min(words.length, from + MOST_WORDS); to++) {
      if (used.has(to)) break;
      const own = words.slice(from, to + 1);
      if (own.length < fewest || own.every(({ isEmpty }) => isEmpty)) continue;
      add(exact, own.map(({ stem }) => stem).join(' '), { from, to });
      const [word] = own;
      if (own.length === 1 && word)
        for (const key of new Set([word.meaning, ...nounsOf(word.lower)])) add(alike, key, { from, to });
    }
  return { exact, alike };
}

/** The noun that an adjective is made of: `rain` of `rainy`, `sun` of `sunny`. */
function nounsOf(lower: string): readonly string[] {
  const [, noun] = /^([a-z]{3,20})y$/.exec(lower) ?? [];
  if (noun === undefined) return [];
  const single = noun.at(-1) === noun.at(-2) ? [noun.slice(0, -1)] : [];
  return [noun, ...single].flatMap((one) => stemsOf(one));
}

/** The column that is meant: the only one, or the only one that the question names. */
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
