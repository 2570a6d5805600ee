import { contradictionsIn } from './contradictions';
import { evidence } from './testing/evidence';

const page = (n: number, text: string) =>
  evidence(n, `docs/${n}.md`, text, { id: `d${n}`, language: 'markdown' });

describe('contradictionsIn', () => {
  it('finds the same sentence with different numbers in two passages', () => {
    const found = contradictionsIn([
      page(1, 'The default timeout of a pooled connection is 300 seconds.'),
      page(2, 'The default timeout of a pooled connection is 500 seconds.'),
    ]);
    expect(found).toEqual([
      '“The default timeout of a pooled connection is 300 seconds.” [1], but ' +
        '“The default timeout of a pooled connection is 500 seconds.” [2]',
    ]);
  });

  it.each([
    ['for await (const data of result1.body) {', 'for await (const data of result2.body) {'],
    [
      "console.log('response received', result1.statusCode) // response received 200",
      "console.log('response received', result2.statusCode) // response received 200",
    ],
    ['const first, second, third, fourth = 4', 'const first, second, third, fourth = 5'],
  ])('takes examples of code for no statements: %s', (one, other) => {
    expect(contradictionsIn([page(1, one), page(2, other)])).toEqual([]);
  });
});
