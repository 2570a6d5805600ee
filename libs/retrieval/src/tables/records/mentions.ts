import { valueKey, type Column } from './columns';
import type { Word } from './question-words';
import { canonical } from './synonyms';

/** Words of a question that name a column or a value. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export interface ColumnMention extends Span {
  readonly column: Column;
}

/** Why words cannot be read: they name several things alike. */
export interface Ambiguous {
  readonly why: string;
}

const MOST_WORDS = 8;
/** Shortest beginning of a word that a head may have instead of it: `avail`; beside a whole word, `ins_premium`. */
const SHORTEST = 4;
const SHORTEST_BESIDE = 3;

interface Run {
  readonly column: Column;
  readonly to: number;
  /** How much of the head the words are: stems that match, in full before in part, exactly before by meaning. */
  readonly score: number;
}

/**
 * The columns that the words name, from left to right: all words of a head must be there, next to each other, and its
 * numbers anywhere (`fatalities between 2000 and 2014` is `fatalities_00_14`). Words are the same by their stem, or by
 * their meaning (`died`, `Deaths`). Marks the words that it reads as used.
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
    const runs = columns.flatMap((column) =>
      column.numbers.some((number) => placesOf(number).length === 0) ? [] : runOf(words, at, column, used),
    );
    const most = Math.max(0, ...runs.map(({ score }) => score));
    const full = runs.filter(({ score }) => score === most);
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

/** The run of words that is the head of a column and begins here. */
function runOf(words: readonly Word[], from: number, column: Column, used: ReadonlySet<number>): Run[] {
  const isWhole = column.short.length === column.stems.length;
  const full = stemRun(words, from, column.stems, used);
  if (full) return [{ column, to: full.to, score: full.exact * 4 + column.stems.length * 8 + 2 }];
  const short = isWhole ? null : stemRun(words, from, column.short, used);
  if (short) return [{ column, to: short.to, score: short.exact * 4 + column.short.length * 8 }];
  const to = joinedRun(words, from, column.joined, used);
  return to < 0 ? [] : [{ column, to, score: 4 + 8 }];
}

/** `win percent` for a head of one word, `winpercent`. */
function joinedRun(words: readonly Word[], from: number, joined: string, used: ReadonlySet<number>): number {
  let text = '';
  for (let at = from; at < Math.min(words.length, from + 3) && !used.has(at); at++) {
    text += words[at]?.lower ?? '';
    if (at > from && text === joined) return at;
    if (!joined.startsWith(text)) return -1;
  }
  return -1;
}

/** The last word of the run that has all stems, and how many of them are exact; null if there is none. */
function stemRun(
  words: readonly Word[],
  from: number,
  stems: readonly string[],
  used: ReadonlySet<number>,
): { readonly to: number; readonly exact: number } | null {
  if (stems.length === 0) return null;
  const open = new Set(stems);
  let exact = 0;
  let begun = false;
  for (let at = from; at < Math.min(words.length, from + MOST_WORDS); at++) {
    const word = words[at];
    if (!word || used.has(at)) return null;
    const found = stemFor(word, open, { exact, isOnly: stems.length === 1 });
    if (found !== undefined) {
      open.delete(found);
      if (found === word.stem) exact++;
      begun = true;
    } else if (!word.isEmpty || !begun) return null;
    if (open.size === 0) return { to: at, exact };
  }
  return null;
}

function stemFor(
  { stem, meaning, lower }: Word,
  open: ReadonlySet<string>,
  { exact, isOnly }: { readonly exact: number; readonly isOnly: boolean },
): string | undefined {
  if (open.has(stem)) return stem;
  const shortest = exact > 0 || !isOnly ? SHORTEST_BESIDE : SHORTEST;
  return [...open].find(
    (own) => canonical(own) === meaning || (own.length >= shortest && lower.startsWith(own)),
  );
}

/** The texts that a value may be called by: as it is printed and, for a code, what it stands for. */
export function namesOf(value: string, { codes }: Column): readonly string[] {
  const name = codes?.get(value.toLowerCase());
  return [valueKey(value), ...(name === undefined ? [] : [valueKey(name)])].filter((key) => key !== '');
}
