import { aggregated, cellNumber } from '@quarry/arithmetic';
import { columnsOf, isBlank } from './columns';
import { wordsOf } from './question-words';
import { readTable, type Reading, type Unread } from './read-table';
import { ruleOf } from './rule-of';
import type { RecordAnswer } from './record-answer';
import { sheetOf, type RecordRow, type RecordTable } from './record-table';

/** Why no table answers; `null` where no table is near the question. */
export interface NoRecords {
  readonly kind: 'none';
  readonly why: string | null;
}

/** Words of a longer text are no question over a table. */
const MOST_WORDS = 60;

/**
 * Answers a question over tables of records: a count, a sum, a mean, a median, the largest or smallest value, or a
 * single cell, of the rows that it selects. Answers only if one table alone can be meant.
 *
 * @example
 * answerRecords('How many airports are in Alaska?', tables); // value '263', filter `state = AK`
 */
export function answerRecords(question: string, tables: readonly RecordTable[]): RecordAnswer | NoRecords {
  const words = wordsOf(question);
  if (words.length === 0 || words.length > MOST_WORDS) return { kind: 'none', why: null };
  const read = tables.map((table) => ({ table, reading: readTable(words, table, columnsOf(table)) }));
  const computed = read.map(({ table, reading }) =>
    reading.kind === 'reading' ? compute(table, reading) : reading,
  );
  const answers = computed.filter((one) => one.kind === 'answer');
  const most = Math.max(0, ...answers.map(({ reading }) => reading.named));
  const [best, other] = answers.filter(({ reading }) => reading.named === most);
  if (best && !other) return best;
  if (best && other)
    return {
      kind: 'none',
      why: `${titleOf(best.table)} and ${titleOf(other.table)} both answer it: name one`,
    };
  const near = read.flatMap(({ table }, at) => {
    const one = computed[at];
    if (one?.kind !== 'unread' || !one.isNear) return [];
    const without = one.without && compute(table, one.without);
    const rest = without?.kind === 'answer' ? `; without it: ${ruleOf(without)}, ${without.value}` : '';
    return [`${titleOf(table)}: ${one.why}${rest}`];
  });
  return { kind: 'none', why: near.length === 0 || near.length > 3 ? null : near.join('; ') };
}

function titleOf({ path, stored }: RecordTable): string {
  const sheet = sheetOf(stored);
  return sheet === '' ? path : `${path}, ${sheet}`;
}

type Computed = RecordAnswer | Unread;

function compute(table: RecordTable, reading: Reading): Computed {
  const { operation, measure, filters } = reading;
  const selected = table.rows.filter((row) => filters.every(({ accepts }) => accepts(row)));
  const unread = (why: string): Computed => ({ kind: 'unread', why, isNear: true });
  const answer = (value: string, rows: readonly RecordRow[]): Computed => ({
    ...{ kind: 'answer', table, reading, value, selected, rows },
  });
  if (operation === 'count') return answer(String(selected.length), selected);
  if (!measure) return unread('no column is named');
  const cellOf = ({ cells }: RecordRow): string => cells[measure.at] ?? '';
  const filled = selected.filter((row) => !isBlank(cellOf(row)));
  if (operation === 'distinct') return answer(String(new Set(filled.map(cellOf)).size), filled);
  if (operation === 'sum' && filled.length === 1 && filters.length > 0)
    return compute(table, { ...reading, operation: 'value' });
  if (operation === 'value') {
    const values = new Set(filled.map(cellOf));
    const [value] = values;
    if (value === undefined) return unread(`no row has a ${measure.head} and ${shown(reading)}`);
    if (filled.length > 1) return unread(`${filled.length} rows have ${shown(reading)}`);
    return answer(value, filled);
  }
  const numbers = filled.map((row) => cellNumber(cellOf(row)));
  if (numbers.some((number) => number === null))
    return unread(`'${measure.head}' has cells that are no numbers`);
  const value = aggregated(
    operation,
    numbers.filter((number) => number !== null),
  );
  if (value === null) return unread(`no row has a number in '${measure.head}' and ${shown(reading)}`);
  const isExtreme = operation === 'max' || operation === 'min';
  return answer(value, isExtreme ? filled.filter((row) => cellNumber(cellOf(row)) === value) : filled);
}

function shown({ filters }: Reading): string {
  return filters.length === 0 ? 'any value' : filters.map((filter) => filter.shown).join(' and ');
}
