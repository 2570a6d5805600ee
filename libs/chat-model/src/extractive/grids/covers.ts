import { wordsOf } from '../terms';
import type { AskedWord } from './asked-words';
import { datesIn, MONTHS } from './dates';

/** What a text names: its words, dates, months and years. */
export interface Named {
  readonly stems: ReadonlySet<string>;
  readonly dates: ReadonlySet<string>;
  readonly months: ReadonlySet<string>;
  readonly years: ReadonlySet<string>;
}

const FIRST_HALF = /\b(?:first half|h1|half[- ]year|january ?[-–] ?june)\b/i;

export function namedIn(text: string): Named {
  const read = text.slice(0, 2_000);
  const dates = datesIn(read);
  const halves = FIRST_HALF.test(read) ? ['first', 'half', ...wordsOf('H1')] : [];
  return {
    stems: new Set([...wordsOf(read), ...halves]),
    dates: new Set([...dates, ...dates.map((date) => date.slice(0, 7))]),
    months: new Set([
      ...dates.map((date) => date.slice(5, 7)),
      ...[...read.toLowerCase().matchAll(/\p{L}+/gu)].flatMap(([word]) => MONTHS.get(word) ?? []),
    ]),
    years: new Set([...read.matchAll(/(?<!\d)(?:19|20)\d\d(?!\d)/g)].map(([year]) => year)),
  };
}

/** Whether a text names a word. */
export function names(named: Named, { kind, key, stems }: AskedWord): boolean {
  switch (kind) {
    case 'date':
      return named.dates.has(key);
    case 'month':
      if (key.length === 2) return named.months.has(key);
      return named.dates.has(key) || (named.years.has(key.slice(0, 4)) && named.months.has(key.slice(5)));
    case 'year':
      return named.years.has(key);
    case 'word':
      return stems.length > 0 && stems.every((stem) => named.stems.has(stem));
  }
}

/** Shortest word of a head that abbreviates one of a question: `temp_max`. */
const SHORTEST = 3;

/** Whether the head of a column names a word, also by its beginning: `temp` for `temperature`. */
export function headNames(head: Named, word: AskedWord): boolean {
  if (names(head, word)) return true;
  if (word.kind !== 'word') return false;
  return [...head.stems].some((stem) => isShortFor(stem, word.key));
}

/** Whether a word of a head is the beginning of another: `temp`, `temperature`. */
export function isShortFor(stem: string, word: string): boolean {
  return (
    stem.length >= SHORTEST && word.length > stem.length && /^\p{L}+$/u.test(stem) && word.startsWith(stem)
  );
}
