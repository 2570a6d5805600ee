import { rowsOf } from '@quarry/arithmetic';
import { INCOME } from '../testing/filings';

const seen = (text: string): readonly string[] =>
  rowsOf(text).flatMap(({ label, group, cells }) =>
    cells.map((cell) => `${group === '' ? '' : `${group} > `}${label} @ ${cell.header} = ${cell.text}`),
  );

describe('rowsOf', () => {
  it('returns each value with its label and headings; signs in separate cells are part of the number', () => {
    expect(seen(INCOME.text)).toEqual(
      expect.arrayContaining([
        'Net Revenue @ 12 Weeks Ended 3/25/2023 = $17,846',
        'Net Revenue @ 12 Weeks Ended 3/19/2022 = $16,200',
        'Impairment of intangible assets @ 12 Weeks Ended 3/25/2023 = —',
        'Net interest expense and other @ 12 Weeks Ended 3/25/2023 = (200)',
        'Diluted > Net income per common share @ 12 Weeks Ended 3/19/2022 = $3.06',
      ]),
    );
    expect(rowsOf(INCOME.text)[0]?.caption).toContain('in millions');
  });

  it.each([
    [
      'headers that span columns',
      ' | Three Months | Six Months\n | 2023 | 2022 | 2023 | 2022\nCost | 1.5 | 2.5 | 3.5 | 4.5',
      'Cost @ Six Months 2022 = 4.5',
    ],
    [
      'a header whose columns were not seen',
      'July 29, 2023 July 30, 2022\nCost | 1.5 | 2.5',
      'Cost @ July 30, 2022 = 2.5',
    ],
    ['a heading among the rows', ' | 2023\nRevenue:\nNorth | 12', 'Revenue: > North @ 2023 = 12'],
    [
      'a label over two lines',
      ' | 2023\nRepurchases of stock\nunder plans | 12',
      'Repurchases of stock > Repurchases of stock under plans @ 2023 = 12',
    ],
    [
      'years above the columns, next to a label',
      'Fiscal | 2023 | 2022\nCost | 1 | 2',
      'Fiscal > Cost @ 2022 = 2',
    ],
    [
      'cells between tabs',
      '\t\tFiscal\t\n\t2019\t2018\t2017\nCost\t$ 1\t$ 2\t$ 3',
      'Cost @ Fiscal 2018 = $ 2',
    ],
    ['headers above empty cells', ' |  | 2023 | 2022\nCost |  | 1 | 2', 'Cost @ 2022 = 2'],
    [
      'headers in the middle of their columns',
      ' |  | 2023 |  |  | 2022 | \n | A | B | C | A | B | C\nCost | 1 | 2 | 3 | 4 | 5 | 6',
      'Cost @ 2022 A = 4',
    ],
    ['a new table with headers of its own', ' | 2023\nCost | 1\n | 2021\nCost | 2', 'Cost @ 2021 = 2'],
  ])('reads %s', (_what, text, row) => {
    expect(seen(text)).toContain(row);
  });

  it('finds no table in text without one, of any length', () => {
    expect(rowsOf('Revenue was 17 in 2023.\n\n')).toEqual([]);
    expect(rowsOf('| |||| '.repeat(10_000))).toEqual([]);
  });
});
