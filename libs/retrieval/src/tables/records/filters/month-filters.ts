import { monthNumber } from '../coded-values';
import type { Column } from '../columns';
import type { Word } from '../question-words';
import type { Filter } from './filter';

/** `in January`, of a table with one column of days. */
export function monthFilters(
  words: readonly Word[],
  columns: readonly Column[],
  used: Set<number>,
): readonly Filter[] {
  const [column, other] = columns.filter(({ isDate }) => isDate);
  if (!column || other) return [];
  const found = words.flatMap(({ text }, at) => {
    const month = used.has(at) ? 0 : monthNumber(text);
    return month === 0 ? [] : [{ at, text, month }];
  });
  const [first] = found;
  if (!first) return [];
  for (const { at } of found) used.add(at);
  const months = new Set(found.map(({ month }) => month));
  return [
    {
      ...{ column, from: first.at, isValue: true },
      shown: `month of ${column.head} = ${found.map(({ text }) => text).join(' or ')}`,
      accepts: ({ cells }) => months.has(Number((cells[column.at] ?? '').slice(5, 7))),
    },
  ];
}
