import { columnsOf } from './columns';
import { compute } from './compute/compute';
import { wordsOf } from './question-words';
import { readTable } from './read-table';
import { ruleOf } from './rule-of';
import type { RecordAnswer } from './record-answer';
import { sheetOf, type RecordTable } from './record-table';

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
  const ofFile = Map.groupBy(tables, ({ path }) => path);
  const read = tables.map((table) => {
    const isAlone = ofFile.get(table.path)?.length === 1;
    return { table, reading: readTable(words, table, columnsOf(table), isAlone) };
  });
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
