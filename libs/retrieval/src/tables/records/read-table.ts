import { comparedBy } from './adjectives';
import type { Column } from './columns';
import { columnFilters } from './filters/column-filters';
import type { Filter } from './filters/filter';
import { monthFilters } from './filters/month-filters';
import { numberFilters } from './filters/number-filters';
import { negationsIn, truthFilter, valueFilters } from './filters/value-filters';
import { groupingIn } from './grouping';
import { meaningOf, type Meaning } from './meaning';
import { columnMentions, type ColumnMention } from './mentions';
import { wordsOf, type Word } from './question-words';
import { rankIn } from './ranks';
import { countAt, isBeyond, operationOf } from './read-question';
import type { RecordTable } from './record-table';
import { shareAt } from './shares';
import { canonical } from './synonyms';
import { fileMentions, isSubject } from './table-names';
import { valueMentions } from './value-mentions';

/** What a question means in one table. */
export interface Reading extends Meaning {
  readonly kind: 'reading';
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
const FREQUENT: ReadonlySet<string> = new Set('common often frequent frequently popular'.split(' '));
/** First words of questions that ask for something else than a value. */
const OTHER_QUESTIONS: ReadonlySet<string> = new Set(
  'why where when is are was were does do did can could should would has have will if'.split(' '),
);

function asksForValue([first, second]: readonly Word[]): boolean {
  if (first?.lower !== 'how') return !OTHER_QUESTIONS.has(first?.lower ?? '');
  return /^(?:much|many|long|old|big|large|high|tall|heavy|far|deep|fast|hot)$/.test(second?.lower ?? '');
}

/**
 * Reads a question over a table: every word must name a column, a value, a number beside a column, an operation or the
 * table itself. A single word that names nothing leaves it unread: the answer might be about something else.
 * @param isAlone whether its file has no other table that may be meant
 */
export function readTable(
  words: readonly Word[],
  table: RecordTable,
  columns: readonly Column[],
  isAlone = true,
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
  const rank = rankIn(words, used);
  const share = shareAt(words, used);
  const groups = groupingIn(words, columns, { mentions, used, counts: count >= 0 });
  const months = monthFilters(words, columns, used);
  const compared = columnFilters(words, mentions, used);
  const byNumber = numberFilters(words, columns, { named: mentions, used });
  const rest = valueMentions(words, columns, { used, fewest: 1, named: mentions });
  if ('why' in rest) return { kind: 'unread', why: rest.why, isNear: true };
  const negations = negationsIn(words, used);
  const byValue = valueFilters([...long, ...rest], negations, used);
  if ('why' in byValue) return { kind: 'unread', why: byValue.why, isNear: true };
  const found = [...byValue, ...months, ...compared, ...byNumber];
  const open = words.flatMap((word, at) => (used.has(at) ? [] : [{ word, at }]));
  const operations = [...new Set(open.flatMap(({ word }) => operationOf(word) ?? []))];
  const mentioned = mentions.filter(
    ({ column }) =>
      !found.some(
        (filter) => filter.column === column || filter.other === column || shares(column, filter),
      ) && !groups.some((group) => group.column === column),
  );
  const computes = count >= 0 || share >= 0 || operations.length > 0;
  const truths = computes ? truthMentions(mentioned, operations) : [];
  const filters = [...found, ...truths.flatMap((one) => truthFilter(one, negations, used) ?? [])];
  const free = mentioned.filter((one) => !truths.includes(one));
  const hints = free.some(({ column }) => column.isNumeric)
    ? []
    : words.flatMap((word, at) => {
        const column = used.has(at) ? undefined : comparedBy(word, columns);
        return column ? [{ column, from: at, to: at }] : [];
      });
  for (const { from } of hints) if (operationOf(words[from] as Word) === undefined) used.add(from);

  // A question that computes nothing may be about anything.
  const isNear = (filters.length > 0 || free.length > 0 || groups.length > 0) && computes;
  const left = open.filter(({ at }) => !used.has(at));
  const beyond = left.find(({ at, word }) => isBeyond(word) || negations.some(({ from }) => from === at));
  if (beyond)
    return { kind: 'unread', why: `'${beyond.word.text}' asks for what is not computed here`, isNear };
  const naming = left.filter(({ word, at }) => isNaming(words, at, table) || isRowWord(word, columns));
  const unknown = left.filter(
    (one) =>
      !one.word.isEmpty &&
      !naming.includes(one) &&
      operationOf(one.word) === undefined &&
      !DISTINCT.has(one.word.lower) &&
      !isFrequent(words, one.at) &&
      !filters.some(({ column }) => column.stems.some((stem) => canonical(stem) === one.word.meaning)),
  );
  const partOf = columns.filter(({ stems }) => unknown.some(({ word }) => stems.includes(word.stem)));
  if (partOf.length > 0) {
    const heads = partOf.map(({ head }) => `'${head}'`).join(', ');
    return { kind: 'unread', why: `name one of the columns ${heads} in full`, isNear };
  }
  const hasSubject =
    byFile.length > 0 ||
    naming.length > 0 ||
    unknown.length > 0 ||
    filters.some(({ from }) => from === count) ||
    open.some(({ word }) => ROWS.has(word.lower));
  const meant = meaningOf({
    ...{ words, columns, filters, groups, rank, count, share, hasSubject, operations },
    asked: [...free, ...hints],
    isDistinct: open.some(({ word }) => DISTINCT.has(word.lower)),
    isFrequent: left.some(({ at }) => isFrequent(words, at)),
    isMost: left.some(({ word }) => word.lower === 'most'),
    isNamed: byFile.length > 0 || naming.length > 0,
  });
  if (typeof meant === 'string') return { kind: 'unread', why: meant, isNear };
  if (meant.operation === 'value' && count < 0 && !asksForValue(words))
    return { kind: 'unread', why: 'the question asks for no value', isNear: false };
  const reading = { kind: 'reading', filters, ...meant, named: naming.length + byFile.length } as const;
  // Of a file that the question names, a record may be called anything: `how many cars … in mpg.csv`.
  const strange =
    byFile.length > 0 && isAlone ? unknown.filter(({ at }) => !isSubject(words, at, used)) : unknown;
  if (strange.length === 0) return reading;
  const names = strange.map(({ word }) => `'${word.text}'`).join(', ');
  const isClose = isNear && strange.length <= MOST_UNKNOWN;
  return {
    ...{ kind: 'unread', why: `no table, column or value is called ${names}`, isNear: isClose },
    ...(isClose && meant.operation !== 'value' ? { without: reading } : {}),
  };
}

/** Whether a column is named only as the verb of a filter: `embarked at Southampton`, of `embark_town`. */
function shares(column: Column, filter: Filter): boolean {
  const own = filter.column.stems.map(canonical);
  return !column.isUnique && column.short.every((stem) => own.includes(canonical(stem)));
}

/** The columns of yes and no that are conditions; 0 and 1 are also numbers to combine. */
function truthMentions(
  mentions: readonly ColumnMention[],
  operations: readonly string[],
): readonly ColumnMention[] {
  const isCombined = operations.some((operation) => operation === 'mean' || operation === 'median');
  const numeric = mentions.filter(({ column }) => column.isNumeric);
  return mentions.filter(
    ({ column }) => column.truth !== undefined && !(isCombined && column.isNumeric && numeric.length === 1),
  );
}

function isFrequent(words: readonly Word[], at: number): boolean {
  return FREQUENT.has(words[at]?.lower ?? '') && ['most', 'least'].includes(words[at - 1]?.lower ?? '');
}

/** A row is a day if no two rows have the same day. */
function isRowWord({ stem }: Word, columns: readonly Column[]): boolean {
  return stem === 'day' && columns.some(({ isDate, isUnique }) => isDate && isUnique);
}

/** Whether a word names the table: one of its title or of its meaning (`died` in deaths.xlsx), or two that its file name has joined (`bird strikes`). */
function isNaming(words: readonly Word[], at: number, { about }: RecordTable): boolean {
  const named = wordsOf(about);
  const [before, word, after] = [words[at - 1], words[at], words[at + 1]];
  return named.some(
    ({ meaning, lower }) =>
      meaning === word?.meaning ||
      [`${before?.lower}${word?.lower}`, `${word?.lower}${after?.lower}`].some((joined) => joined === lower),
  );
}
