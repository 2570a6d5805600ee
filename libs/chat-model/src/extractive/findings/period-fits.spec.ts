import { periodFits } from './period-fits';
import { targetOf } from './target';

/** The column that fits best, of those of a row. */
function best(question: string, path: string, columns: readonly string[]): string | undefined {
  const target = targetOf(question);
  const scores = columns.map((head) => periodFits(target, path, [head, '', ''], columns));
  return Math.max(...scores) === 0 ? undefined : columns[scores.indexOf(Math.max(...scores))];
}

describe('periodFits', () => {
  const JULY = ['Three Months Ended July 29, 2023', 'Three Months Ended July 30, 2022'];
  const HALF = ['Six Months Ended July 29, 2023', 'Six Months Ended July 30, 2022'];

  it.each([
    ['EPS in Q2 FY2024', 'SHOP_2024Q2_10Q.pdf', JULY, JULY[0]],
    ['EPS in Q2 FY2023', 'SHOP_2024Q2_10Q.pdf', JULY, JULY[1]],
    ['EPS in Q2 FY2022', 'SHOP_2024Q2_10Q.pdf', JULY, undefined],
    ['EPS in Q2 2022', 'SHOP_2023Q2_10Q.pdf', JULY, JULY[1]],
    ['EPS in Q2 2023', 'SHOP_2023Q2_10Q.pdf', [...HALF, ...JULY], JULY[0]],
    ['EPS in 2022', 'SHOP_2024Q2_10Q.pdf', JULY, JULY[1]],
  ])('%s, in %s', (question, path, columns, column) => {
    expect(best(question, path, columns)).toBe(column);
  });
});
