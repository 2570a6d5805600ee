import { cellsOf } from './row-cells';
import { rowsOf } from './table-rows';

it('joins signs in cells of their own to their numbers', () => {
  expect(cellsOf('Net sales | $ | 5,298 | (9.5 | )% |').cells.filled.map(({ text }) => text)).toEqual([
    '$5,298',
    '(9.5)%',
  ]);
});

it('does not join the heads of changes in dollars and in percent to a year', () => {
  const table = ` | Year Ended December 31, |  |  | 2025 vs. 2024 Change |  | 2024 vs. 2023 Change |
(Dollars in millions) | 2025 | 2024 | 2023 | $ | % | $ | %
Automotive sales | $56,267 | $61,870 | $65,121 | $(5,603) | (9)% | $(3,251) | (5)%
Total gross margin | 18.0% | 17.9% | 18.2% |  |  |  | `;
  const rows = rowsOf(table);
  expect(rows.map(({ label }) => label)).toEqual(['Automotive sales', 'Total gross margin']);
  const years = ['2025', '2024', '2023'].map((year) => `Year Ended December 31, ${year}`);
  expect(rows.map(({ cells }) => cells.slice(0, 3).map(({ header }) => header))).toEqual([years, years]);
  expect(rows[0]?.cells[3]?.header).toBe('2025 vs. 2024 Change $');
});
