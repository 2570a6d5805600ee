import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { matchesNumber, sameNumber } from './compare';
import { calculate } from './expression/calculate';
import { numbersIn } from './numbers/numbers-in';

/**
 * TAT-QA, development split (CC BY 4.0): tables of annual reports, and questions with the derivation of their answers.
 */
const FOLDER = resolve(__dirname, '../../../../shared/data/tatqa');

interface Query {
  readonly answer: unknown;
  readonly answer_type: string;
  readonly scale: string;
  readonly derivation: string;
}
interface Piece {
  readonly kind: string;
  readonly text: string;
}
function lines<T>(file: string): T[] {
  const text = readFileSync(resolve(FOLDER, file), 'utf8').trim();
  return text.split('\n').map((line) => JSON.parse(line) as T);
}
/** A cell of digits, separators, currency, a sign or parentheses, and its value. */
const CELL =
  /^(\()?[$€£ ]{0,6}(-)?[$€£ ]{0,6}(\()?\s?(\d{1,3}(?:,\d{3})*(?:\.\d+)?|\d+(?:\.\d+)?)\s?(\))?\s?%?\s?(\))?$/;

(existsSync(FOLDER) ? describe : describe.skip)('annual reports (skipped where TAT-QA is not there)', () => {
  it('manual derivations yield the answers of experts', () => {
    const queries = lines<Query>('dev.queries.jsonl').filter(
      ({ answer_type }) => answer_type === 'arithmetic',
    );
    const results = queries.map(({ derivation, answer, scale }) => {
      const calculated = calculate(derivation, () => null);
      const [written] = numbersIn(`${String(answer)}${scale === 'percent' ? '%' : ''}`);
      const right = calculated.ok && written && matchesNumber(written, calculated.result, { signed: true });
      return { computed: calculated.ok, right: right === true };
    });
    const count = (key: 'computed' | 'right'): number => results.filter((result) => result[key]).length;
    expect(results).toHaveLength(718);
    expect(count('computed')).toBeGreaterThanOrEqual(717);
    expect(count('right')).toBeGreaterThanOrEqual(715);
  });

  it('every cell of a table that is a number is read as one', () => {
    const cells = lines<Piece>('dev.corpus.jsonl')
      .filter(({ kind }) => kind === 'table')
      .flatMap(({ text }) => text.split(/[\t\n]/).map((cell) => cell.trim()))
      .filter((cell) => CELL.test(cell));
    const wrong = cells.filter((cell) => {
      const [, open, minus, inner, digits = ''] = CELL.exec(cell) ?? [];
      const value = `${open !== undefined || inner !== undefined || minus !== undefined ? '-' : ''}${digits}`;
      const [number, ...others] = numbersIn(cell);
      return !number || others.length > 0 || !sameNumber(number.value, value);
    });
    expect(cells.length).toBeGreaterThan(5_000);
    expect(wrong).toEqual([]);
  });
});
