import type { Column } from './columns';
import type { Filter } from './filters/filter';
import { canGroup, groupingBy, unitAt, type Grouping } from './grouping';
import type { ColumnMention } from './mentions';
import type { Word } from './question-words';
import type { Rank } from './ranks';
import type { Operation } from './read-question';
import { shareOf } from './shares';

/** What is computed, of the rows that the filters select. */
export interface Meaning {
  readonly operation: Operation;
  /** The column whose cells are counted, combined or shown; absent for a count of rows. */
  readonly measure?: Column;
  /** The column that the question asks for beside the largest or smallest value. */
  readonly label?: Column;
  /** Computes one value for each group. */
  readonly group?: Grouping;
  /** Which groups, or rows, are asked for, from which end; all groups without it. */
  readonly order?: Rank & { readonly end: 'max' | 'min' };
  /** Of a share: the conditions of all rows; the others are those of the part. */
  readonly base?: readonly Filter[];
}

/** What was found in the words of a question. */
export interface Asked {
  readonly words: readonly Word[];
  readonly columns: readonly Column[];
  readonly filters: readonly Filter[];
  readonly groups: readonly Grouping[];
  /** Columns that are named and no condition. */
  readonly asked: readonly ColumnMention[];
  readonly rank: Rank | null;
  /** Positions behind `how many` and `percentage of`; -1 for another question. */
  readonly count: number;
  readonly share: number;
  /** Whether the question says what it counts, and whether it names the table. */
  readonly hasSubject: boolean;
  readonly isNamed: boolean;
  readonly operations: readonly Operation[];
  readonly isDistinct: boolean;
  readonly isFrequent: boolean;
  readonly isMost: boolean;
}

/** What a question means, or why that is not clear. */
export function meaningOf(question: Asked): Meaning | string {
  const { groups, share, operations } = question;
  const asked = [...new Set(question.asked.map(({ column }) => column))];
  if (groups.length > 1) return 'it groups by several columns';
  if (share >= 0) return sharesOf(question, asked);
  const ends = operations.filter((operation) => operation === 'max' || operation === 'min');
  const combining = operations.filter((operation) => operation !== 'max' && operation !== 'min');
  const [end] = ends;
  const [combined] = combining;
  if (ends.length > 1 || combining.length > 1) return 'it asks for several values';
  const [group] = groups;
  if (group) return grouped(question, asked, { group, end, combined });
  if (end === 'max' || end === 'min') return extreme(question, asked, { end, combined });
  if (question.rank) return 'it is not clear by what it ranks';
  return single(question, asked, combined);
}

type End = 'max' | 'min';

function sharesOf(
  { words, share, filters, groups, operations }: Asked,
  asked: readonly Column[],
): Meaning | string {
  if (groups.length > 0 || operations.length > 0) return 'it asks for several shares';
  if (asked.some((column) => !isSubjectOf(column))) return 'it asks for the share of a sum';
  const split = shareOf(words, share, filters);
  return typeof split === 'string' ? split : { operation: 'share', base: split.base };
}

/** `fatalities of all airlines`: what the rows are called is no column that is meant. */
function isSubjectOf({ isUnique, isNumeric }: Column): boolean {
  return isUnique && !isNumeric;
}

/** One value for each group: `average tip by day`. */
function grouped(
  { count, hasSubject, rank }: Asked,
  asked: readonly Column[],
  {
    group,
    end,
    combined,
  }: {
    readonly group: Grouping;
    readonly end?: Operation | undefined;
    readonly combined?: Operation | undefined;
  },
): Meaning | string {
  const measures = asked.filter(({ isNumeric }) => isNumeric);
  const others = asked.filter((column) => !column.isNumeric && !isSubjectOf(column));
  const [measure, second] = measures;
  if (second || others.length > 0) return 'it names several columns';
  if (rank && combined === undefined) return 'it ranks within groups';
  const order = end === 'max' || end === 'min' ? { end, ...(rank ?? { from: 1, count: 1 }) } : undefined;
  if (measure) {
    const operation = combined ?? (count >= 0 ? 'sum' : end);
    if (!operation) return `it does not say how '${measure.head}' is combined: ask for its sum or mean`;
    return { operation, measure, group, ...(combined && order ? { order } : {}) };
  }
  if (combined !== undefined && combined !== 'sum') return 'no column of numbers is named';
  if (count < 0 && combined === undefined) return 'it does not say what is computed';
  return hasSubject || asked.length > 0 ? { operation: 'count', group } : 'it does not say what is counted';
}

/** The largest or smallest: of the rows, or of what is computed for each group. */
function extreme(
  question: Asked,
  asked: readonly Column[],
  { end, combined }: { readonly end: End; readonly combined: Operation | undefined },
): Meaning | string {
  const { rank, isFrequent, isMost, isNamed } = question;
  const measures = asked.filter(({ isNumeric }) => isNumeric);
  const labels = asked.filter((column) => !measures.includes(column));
  const [measure, second] = measures;
  if (second) return 'it names several columns of numbers';
  const order = { end, ...(rank ?? { from: 1, count: 1 }) };
  const inYear = askedUnit(question);
  const own = labels.filter((column) => !isSubjectOf(column) && column !== inYear?.column);
  if (own.length > 1) return 'it names several columns';
  const [label] = own;
  const group = label ? groupingBy(label) : inYear;
  if (isFrequent)
    return group && !measure ? { operation: 'count', group, order } : 'it is not clear what is counted';
  if (!measure) {
    if (!isMost && end === 'max') return 'no column of numbers is named';
    if (!group || !canGroup(group.column)) return 'no column of numbers is named';
    return isNamed || labels.some((column) => column !== label && column !== inYear?.column)
      ? { operation: 'count', group, order }
      : 'it does not say what is counted';
  }
  if (combined)
    return group ? { operation: combined, measure, group, order } : 'it does not say of which groups';
  const [named] = label ? [label] : [...labels, ...(inYear ? [inYear.column] : [])];
  return {
    ...{ operation: end, measure },
    ...(named ? { label: named } : {}),
    ...(rank ? { order } : {}),
    ...(isMost && group ? { group } : {}),
  };
}

/** `in which year …`: of the only column that has years. */
function askedUnit({ words, columns }: Asked): Grouping | undefined {
  const at = words.findIndex(({ lower }) => lower === 'which' || lower === 'what');
  return at < 0 ? undefined : unitAt(words[at + 1], columns);
}

/** One value of all selected rows. */
function single(
  { count, hasSubject, isDistinct, filters, operations, columns }: Asked,
  asked: readonly Column[],
  combined: Operation | undefined,
): Meaning | string {
  if (asked.length > 2) return 'it names several columns';
  const [first, second] = asked.length === 2 ? asked.filter((column) => !isSubjectOf(column)) : asked;
  if (second) return 'it names several columns';
  if (combined && combined !== 'sum') {
    if (first?.isNumeric !== true) return 'no column of numbers is named';
    return { operation: combined, measure: first };
  }
  if (count >= 0) {
    if (!first)
      return hasSubject || asked.length > 0 ? { operation: 'count' } : 'it does not say what is counted';
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
