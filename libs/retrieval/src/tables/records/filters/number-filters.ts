import { cellNumber } from '@quarry/arithmetic';
import type { Column } from '../columns';
import type { ColumnMention } from '../mentions';
import { isYearText, type Word } from '../question-words';
import { comparedBy } from '../adjectives';
import { comparisonsIn, type Comparison } from '../read-question';
import type { Filter } from './filter';

/** The comparisons with numbers and years whose column is clear; the others leave their words unused. */
export function numberFilters(
  words: readonly Word[],
  columns: readonly Column[],
  { named, used }: { readonly named: readonly ColumnMention[]; readonly used: Set<number> },
): readonly Filter[] {
  const years = columns.filter(({ isYear }) => isYear);
  const filters: Filter[] = [];
  const take = (comparison: Comparison): void => {
    const { from, to, number } = comparison;
    // The number is of a head: `between 2000 and 2014`.
    if (used.has(to)) {
      for (let at = from; at < to; at++) used.add(at);
      return;
    }
    const near = columnBeside(words, named, comparison);
    const year = isYearText(number) && !near && years.length === 1 ? years[0] : undefined;
    const column = near ?? comparedBy(words[from], columns) ?? year;
    if (!column || !(column.isNumeric || column.isYear)) return;
    for (let at = from; at <= to; at++) used.add(at);
    const unit = words[to + 1];
    if (unit && (column.extra.has(unit.stem) || column.extra.has(unit.lower))) used.add(to + 1);
    filters.push(numberFilter(column, comparison));
  };
  const compared = comparisonsIn(words);
  compared.forEach(take);
  words.forEach(({ number, lower }, at) => {
    if (used.has(at) || compared.some(({ from, to }) => from <= at && at <= to)) return;
    if (number !== undefined) take({ operator: '=', number, from: at, to: at });
    else if (lower === 'no') take({ operator: '=', number: '0', from: at, to: at });
  });
  return filters;
}

/** The column next to a number: `200 horsepower`, `weight over 3000`, `cylinders of 8`. */
function columnBeside(
  words: readonly Word[],
  named: readonly ColumnMention[],
  { from, to }: Comparison,
): Column | undefined {
  const behind = named.find((one) => one.from === to + 1);
  if (behind) return behind.column;
  let at = from - 1;
  while (at >= 0 && words[at]?.isEmpty === true && !named.some((one) => one.to === at)) at--;
  return named.find((one) => one.to === at)?.column;
}

function numberFilter(column: Column, { operator, number, from }: Comparison): Filter {
  const wanted = Number(number);
  return {
    column,
    shown: `${column.head} ${operator} ${number}`,
    isValue: operator === '=',
    from,
    accepts: ({ cells }) => {
      const cell = cells[column.at] ?? '';
      const own = column.isYear ? cell.slice(0, 4) : cellNumber(cell);
      if (own === null || own === '') return false;
      const value = Number(own);
      switch (operator) {
        case '=':
          return value === wanted;
        case '>':
          return value > wanted;
        case '>=':
          return value >= wanted;
        case '<':
          return value < wanted;
        case '<=':
          return value <= wanted;
      }
    },
  };
}
