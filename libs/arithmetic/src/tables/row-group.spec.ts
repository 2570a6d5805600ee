import { RowGroup } from './row-group';

/** The heading of each row; a row is its label and its left edge, a heading ends with a colon. */
const headings = (...rows: readonly (readonly [label: string, left?: number])[]): readonly string[] => {
  const group = new RowGroup();
  return rows.flatMap(([label, left]) => {
    const extents = left === undefined ? undefined : [[left, left + 50] as const];
    if (!label.endsWith(':')) return [`${group.of(label, extents)} ${label}`];
    group.begin(label, extents);
    return [];
  });
};

describe('RowGroup', () => {
  it('ends where rows are no longer indented below the heading', () => {
    expect(headings(['Other income:', 10], ['Interest', 20], ['Gain', 20], ['Tax expense', 10])).toEqual([
      'Other income: Interest',
      'Other income: Gain',
      ' Tax expense',
    ]);
  });

  it('ends behind its total, also where the total is not indented', () => {
    expect(headings(['Assets:', 10], ['Cash', 20], ['Total assets', 10], ['Debt', 20])).toEqual([
      'Assets: Cash',
      'Assets: Total assets',
      ' Debt',
    ]);
  });

  it.each(['Net earnings', 'Earnings before income tax', 'Gross profit', 'Net income per share'])(
    'ends at a result of the statement, where nothing is indented: %s',
    (result) => {
      expect(headings(['Other income:'], ['Interest'], [result], ['Debt'])).toEqual([
        'Other income: Interest',
        ` ${result}`,
        ' Debt',
      ]);
    },
  );

  it('goes on over rows that are indented by less than the first one', () => {
    expect(headings(['Costs:', 10], ['Sales', 30], ['Research', 20])).toEqual([
      'Costs: Sales',
      'Costs: Research',
    ]);
  });
});
