import { isBlank, type Column } from '../columns';
import type { Ambiguous, ColumnMention, Span } from '../mentions';
import type { Word } from '../question-words';
import type { ValueMention } from '../value-mentions';
import type { Filter } from './filter';

/** Words between a negation and what it negates, at most: `not paid for by a`. */
const MOST_BETWEEN = 3;
const NEGATIONS: ReadonlySet<string> = new Set(
  'not no non never without except excluding nor neither'.split(' '),
);

/** The positions of the words that negate: `not`, `except`, `other than`. */
export function negationsIn(words: readonly Word[], used: ReadonlySet<number>): readonly Span[] {
  return words.flatMap(({ lower }, at): Span[] => {
    if (used.has(at)) return [];
    if (NEGATIONS.has(lower)) return [{ from: at, to: at }];
    return lower === 'other' && words[at + 1]?.lower === 'than' ? [{ from: at, to: at + 1 }] : [];
  });
}

/** Rows with one of the values, of each column that has some; with none of them behind a negation. */
export function valueFilters(
  mentions: readonly ValueMention[],
  negations: readonly Span[],
  used: Set<number>,
): readonly Filter[] | Ambiguous {
  const byColumn = Map.groupBy(mentions, ({ column }) => column);
  const filters: Filter[] = [];
  for (const [column, own] of byColumn) {
    const inOrder = own.toSorted((a, b) => a.from - b.from);
    const first = inOrder[0]?.from ?? 0;
    const negation = negationBefore(first, negations);
    const inside = negations.find(({ from }) => from > first && from < (inOrder.at(-1)?.from ?? 0));
    if (inside) return { why: `it names values of '${column.head}' and excludes others` };
    if (negation) for (let at = negation.from; at <= negation.to; at++) used.add(at);
    filters.push(
      ofValues(column, new Set(inOrder.map(({ value }) => value)), {
        from: first,
        isNot: negation !== undefined,
      }),
    );
  }
  return filters;
}

/** Rows where a column of yes and no is so: `survived`, `written by a student`, `not current`. */
export function truthFilter(
  { column, from }: ColumnMention,
  negations: readonly Span[],
  used: Set<number>,
): Filter | null {
  const { truth } = column;
  if (!truth) return null;
  const negation = negationBefore(from, negations);
  if (negation) for (let at = negation.from; at <= negation.to; at++) used.add(at);
  return ofValues(column, negation ? truth.no : truth.yes, { from, isNot: false });
}

function negationBefore(at: number, negations: readonly Span[]): Span | undefined {
  return negations.findLast(({ to }) => to < at && at - to - 1 <= MOST_BETWEEN);
}

function ofValues(
  column: Column,
  values: ReadonlySet<string>,
  { from, isNot }: { readonly from: number; readonly isNot: boolean },
): Filter {
  return {
    ...{ column, from, isValue: !isNot },
    shown: `${column.head} ${isNot ? 'is not' : '='} ${[...values].join(' or ')}`,
    accepts: ({ cells }) => {
      const cell = cells[column.at] ?? '';
      return isNot ? !isBlank(cell) && !values.has(cell) : values.has(cell);
    },
  };
}
