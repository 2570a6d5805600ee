import type { Column } from './columns';
import { numberFilters, valueFilters, type Filter } from './filters';
import { columnMentions, valueMentions, type ColumnMention } from './mentions';
import { stemsOf, wordsOf, type Word } from './question-words';
import { countAt, isBeyond, OPERATION_WORDS, type Operation } from './read-question';
import type { RecordTable } from './record-table';

/** What a question means in one table. */
export interface Reading {
  readonly kind: 'reading';
  readonly operation: Operation;
  /** The column whose cells are counted, combined or shown; absent for a count of rows. */
  readonly measure?: Column;
  /** The column that the question asks for beside the largest or smallest value. */
  readonly label?: Column;
  readonly filters: readonly Filter[];
  /** Words of the question that name the table. */
  readonly named: number;
}

/** Why a question means nothing in a table. */
export interface Unread {
  readonly kind: 'unread';
  readonly why: string;
  /** True if most of it was understood: the reason is worth showing. */
  readonly isNear: boolean;
  /** What it would mean without the words that name nothing. */
  readonly without?: Reading;
}

/** Words that name nothing, in a question that is nearly understood. */
const MOST_UNKNOWN = 2;

const ROWS: ReadonlySet<string> = new Set('rows records entries lines'.split(' '));
const DISTINCT: ReadonlySet<string> = new Set('different distinct unique'.split(' '));
/** First words of questions that ask for something else than a value. */
const OTHER_QUESTIONS: ReadonlySet<string> = new Set(
  'why where when is are was were does do did can could should would has have will if'.split(' '),
);

function asksForValue([first, second]: readonly Word[]): boolean {
  if (first?.lower !== 'how') return !OTHER_QUESTIONS.has(first?.lower ?? '');
  return /^(?:much|many|long|old|big|large|high|tall|heavy|far)$/.test(second?.lower ?? '');
}

/**
 * Reads a question over a table: every word must name a column, a value, a number beside a column, an operation or the
 * table itself. A single word that names nothing leaves it unread: the answer might be about something else.
 */
export function readTable(
  words: readonly Word[],
  table: RecordTable,
  columns: readonly Column[],
): Reading | Unread {
  const used = new Set<number>();
  const count = countAt(words);
  if (count >= 0) used.add(count - 2).add(count - 1);
  const byFile = fileMentions(words, table);
  for (const at of byFile) used.add(at);
  const long = valueMentions(words, columns, { used, fewest: 2, named: [] });
  if ('why' in long) return { kind: 'unread', why: long.why, isNear: false };
  const mentions = columnMentions(words, columns, used);
  if ('why' in mentions) return { kind: 'unread', why: mentions.why, isNear: true };
  const byNumber = numberFilters(words, columns, mentions, used);
  const rest = valueMentions(words, columns, { used, fewest: 1, named: mentions });
  if ('why' in rest) return { kind: 'unread', why: rest.why, isNear: true };
  const filters = [...valueFilters([...long, ...rest]), ...byNumber];
  const free = mentions.filter(({ column }) => !filters.some((filter) => filter.column === column));
  const open = words.flatMap((word, at) => (used.has(at) ? [] : [{ word, at }]));
  const operations = open.flatMap(({ word }) => OPERATION_WORDS.get(word.lower) ?? []);
  // A question that computes nothing may be about anything.
  const isNear = (filters.length > 0 || free.length > 0) && (count >= 0 || operations.length > 0);
  const beyond = open.find(({ at }) => isBeyond(words, at));
  if (beyond) return { kind: 'unread', why: `'${beyond.word.text}' asks for more than one value`, isNear };
  const stems = new Set(stemsOf(table.about));
  const naming = open.filter(({ word }) => stems.has(word.stem));
  const unknown = open.filter(
    ({ word }) =>
      !word.isEmpty && !stems.has(word.stem) && !OPERATION_WORDS.has(word.lower) && !DISTINCT.has(word.lower),
  );
  const partOf = columns.filter(({ stems: own }) => unknown.some(({ word }) => own.includes(word.stem)));
  if (partOf.length > 0) {
    const heads = partOf.map(({ head }) => `'${head}'`).join(', ');
    return { kind: 'unread', why: `name one of the columns ${heads} in full`, isNear };
  }
  const isDistinct = open.some(({ word }) => DISTINCT.has(word.lower));
  const hasSubject =
    byFile.length > 0 ||
    naming.length > 0 ||
    unknown.length > 0 ||
    open.some(({ word }) => ROWS.has(word.lower));
  const asked = { count, isDistinct, hasSubject, operations: [...new Set(operations)] };
  const meant = meaning(asked, free, filters, columns);
  if (typeof meant === 'string') return { kind: 'unread', why: meant, isNear };
  if (meant.operation === 'value' && count < 0 && !asksForValue(words))
    return { kind: 'unread', why: 'the question asks for no value', isNear: false };
  const reading = { kind: 'reading', ...meant, filters, named: naming.length + byFile.length } as const;
  // Of a file that the question names, a record may be called anything: `how many cars … in mpg.csv`.
  const strange = byFile.length > 0 ? unknown.filter(({ at }) => !isSubject(words, at)) : unknown;
  if (strange.length === 0) return reading;
  const names = strange.map(({ word }) => `'${word.text}'`).join(', ');
  const why = `no table, column or value is called ${names}`;
  const isClose = isNear && strange.length <= MOST_UNKNOWN;
  return {
    kind: 'unread',
    why,
    isNear: isClose,
    ...(isClose && meant.operation !== 'value' ? { without: reading } : {}),
  };
}

/**
 * The words that are the name of the file, although they may name a column, too: `in mpg`, `of mpg.csv`, and a name of
 * several words anywhere (`fight songs` of `fight-songs.csv`).
 */
function fileMentions(words: readonly Word[], { path }: RecordTable): readonly number[] {
  const file = wordsOf((path.split('/').at(-1) ?? path).replace(/\.\w+$/, '')).map(({ stem }) => stem);
  const from = words.findIndex((_word, at) => file.every((stem, next) => words[at + next]?.stem === stem));
  if (file.length === 0 || from < 0) return [];
  if (file.length > 1) return file.map((_stem, next) => from + next);
  const [before, after] = [words[from - 1]?.lower ?? '', words[from + 1]?.lower ?? ''];
  const isPlace = ['in', 'from', 'does', 'the', 'of'].includes(before);
  return isPlace && /^(?:csv|tsv|xlsx|ods|file|data|dataset|table|)$/.test(after) ? [from] : [];
}

/** Whether a word is what a question counts or looks for: `how many cars`, `which car`. */
function isSubject(words: readonly Word[], at: number): boolean {
  return /^(?:many|which|what|of)$/.test(words[at - 1]?.lower ?? '');
}

interface Asked {
  readonly count: number;
  readonly isDistinct: boolean;
  /** Whether the question says what it counts. */
  readonly hasSubject: boolean;
  readonly operations: readonly Operation[];
}

type Meaning = Pick<Reading, 'operation' | 'measure' | 'label'>;

function meaning(
  { count, isDistinct, hasSubject, operations }: Asked,
  free: readonly ColumnMention[],
  filters: readonly Filter[],
  columns: readonly Column[],
): Meaning | string {
  const combining = operations.filter((operation) => operation !== 'sum');
  if (combining.length > 1) return 'it asks for several values';
  const [combined] = combining;
  const asked = [...new Set(free.map(({ column }) => column))];
  if (asked.length > 2) return 'it names several columns';
  if (combined === 'max' || combined === 'min') {
    const measure = asked.find(({ isNumeric }) => isNumeric);
    const label = asked.find((column) => column !== measure);
    if (!measure) return 'no column of numbers is named';
    if (label && (label.isNumeric || !label.isUnique))
      return `several rows have the same '${label.head}', and rows are not grouped`;
    return { operation: combined, measure, ...(label ? { label } : {}) };
  }
  // `fatalities of all airlines`: what the rows are called is no column that is meant.
  const isSubjectOf = (column: Column): boolean => column.isUnique && !column.isNumeric;
  const [first, second] = asked.length === 2 ? asked.filter((column) => !isSubjectOf(column)) : asked;
  if (second) return 'it names several columns';
  if (combined) {
    if (first?.isNumeric !== true) return 'no column of numbers is named';
    return { operation: combined, measure: first };
  }
  if (count >= 0) {
    if (!first) return hasSubject ? { operation: 'count' } : 'it does not say what is counted';
    if (first.isNumeric) return { operation: 'sum', measure: first };
    if (isDistinct) return { operation: 'distinct', measure: first };
    // `smokers` of a column `smoker` with Yes and No are neither its rows nor its values.
    return first.isUnique
      ? { operation: 'count' }
      : `'how many ${first.head}' may mean rows or values: ask for 'how many different ${first.head}', or name a value`;
  }
  if (operations.includes('sum')) {
    const numeric = columns.filter(({ isNumeric }) => isNumeric);
    const measure = first ?? (numeric.length === 1 ? numeric[0] : undefined);
    return measure?.isNumeric === true ? { operation: 'sum', measure } : 'no column of numbers is named';
  }
  if (!first) return 'no column is named';
  if (!filters.some(({ isValue }) => isValue)) return 'no row is named';
  return { operation: 'value', measure: first };
}
