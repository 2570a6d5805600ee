import { cellNumber } from '@quarry/arithmetic';
import type { ColumnMention } from '../mentions';
import type { Word } from '../question-words';
import { operatorOf } from '../read-question';
import type { Filter } from './filter';

/** Two columns of numbers of one row that are compared: `more women than men`. */
export function columnFilters(
  words: readonly Word[],
  named: readonly ColumnMention[],
  used: Set<number>,
): readonly Filter[] {
  return named.flatMap((left): Filter[] => {
    const right = named.find(({ from }) => from > left.to);
    const operator = operatorOf(words[left.from - 1]?.lower ?? '');
    const between = right ? words.slice(left.to + 1, right.from) : [];
    if (!right || operator === null || used.has(left.from - 1)) return [];
    if (between[0]?.lower !== 'than' || between.slice(1).some(({ isEmpty }) => !isEmpty)) return [];
    if (!left.column.isNumeric || !right.column.isNumeric || left.column === right.column) return [];
    used.add(left.from - 1).add(left.to + 1);
    return [
      {
        ...{ column: left.column, isValue: false, from: left.from },
        other: right.column,
        shown: `${left.column.head} ${operator} ${right.column.head}`,
        accepts: ({ cells }) => {
          const [one, two] = [left, right].map(({ column }) => cellNumber(cells[column.at] ?? ''));
          if (typeof one !== 'string' || typeof two !== 'string') return false;
          return operator === '>' ? Number(one) > Number(two) : Number(one) < Number(two);
        },
      },
    ];
  });
}
