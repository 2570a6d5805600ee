import type { Column } from './columns';
import type { ColumnMention } from './mentions';
import type { Word } from './question-words';
import type { RecordRow } from './record-table';

/** How rows are put together. */
export interface Grouping {
  readonly column: Column;
  /** As it is shown: `region`, `month of date`. */
  readonly shown: string;
  /** The group of a row; the empty text for none. */
  readonly keyOf: (row: RecordRow) => string;
}

const GROUPING: ReadonlySet<string> = new Set(['by', 'per', 'each', 'every']);
/** Different numbers of a column that rows are still grouped by: cylinders, not prices. */
const MOST_NUMBERS = 30;
const UNITS: ReadonlyMap<string, number> = new Map([
  ['year', 4],
  ['month', 7],
]);

export function groupingBy(column: Column): Grouping {
  return { column, shown: column.head, keyOf: ({ cells }) => cells[column.at] ?? '' };
}

/** Rows by the year or the month of their day. */
function groupingByUnit(column: Column, unit: string): Grouping {
  if (!column.isDate) return groupingBy(column);
  const length = UNITS.get(unit) ?? 10;
  return {
    ...{ column, shown: `${unit} of ${column.head}` },
    keyOf: ({ cells }) => (cells[column.at] ?? '').slice(0, length),
  };
}

/** Whether rows can be put together by a column: words, years, and numbers of few different values. */
export function canGroup({ isNumeric, values, numberOfValues }: Column): boolean {
  return isNumeric ? numberOfValues <= MOST_NUMBERS : values.length > 0;
}

/** `by region`, `per class`, `for each day`, `each year`; marks its words as used. */
export function groupingIn(
  words: readonly Word[],
  columns: readonly Column[],
  found: {
    readonly mentions: readonly ColumnMention[];
    readonly used: Set<number>;
    /** Whether the question counts. */
    readonly counts: boolean;
  },
): readonly Grouping[] {
  const { mentions, used, counts } = found;
  return words.flatMap(({ lower }, at) => {
    if (!GROUPING.has(lower) || used.has(at) || isAgent(words, at)) return [];
    const next = words[at + 1]?.lower === 'the' ? at + 2 : at + 1;
    const named = mentions.find(({ from }) => from === next);
    const grouping = named ? groupingBy(named.column) : unitAt(words[next], columns);
    if (!grouping || !canGroup(grouping.column)) return [];
    // `top 5 countries by murders` ranks; `average mpg by cylinders` groups.
    const isMeasure =
      !counts && !mentions.some(({ column }) => column.isNumeric && column !== grouping.column);
    if (grouping.column.isNumeric && isMeasure) return [];
    used.add(at).add(next);
    return [grouping];
  });
}

/** `given by smokers`, `was written by …`: who did it, not how the rows are put together. */
function isAgent(words: readonly Word[], at: number): boolean {
  if (words[at]?.lower !== 'by') return false;
  const [auxiliary, verb, next] = [words[at - 2], words[at - 1], words[at + 1]];
  const isPassive =
    /^(?:is|are|was|were|been|being)$/.test(auxiliary?.lower ?? '') &&
    /(?:ed|en|n|t)$/.test(verb?.lower ?? '');
  return isPassive || /^an?$/.test(next?.lower ?? '');
}

/** The years or months of the only column that has some. */
export function unitAt(word: Word | undefined, columns: readonly Column[]): Grouping | undefined {
  const unit = word?.stem ?? '';
  if (!UNITS.has(unit)) return undefined;
  const fit = columns.filter(({ isYear, isDate }) => (unit === 'year' ? isYear : isDate));
  const [column] = fit;
  return column && fit.length === 1 ? groupingByUnit(column, unit) : undefined;
}
