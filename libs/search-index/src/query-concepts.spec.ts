import { conceptsOf, searchedText } from './query-concepts';
import { termShares } from './relevance';

const STATEMENT = {
  path: 'a.pdf',
  text: 'Consolidated Statement of Cash Flows\n2022 | 2021\nPurchases of property, plant and equipment | (1,749) | (1,603)',
};
const OTHER = { path: 'b.pdf', text: 'We opened stores in many places.' };

describe('queries about figures of reports', () => {
  it('count a figure, a period and a statement under any of their names', () => {
    const [share = 0, other = 1] = termShares(
      'What was the FY2022 capex, as shown on the cash flow statement?',
      [STATEMENT, OTHER],
    );
    expect(share).toBe(1);
    expect(other).toBe(0);
  });

  it('count an unknown name in full', () => {
    const [share = 1] = termShares('What was the FY2022 capex of Zyxware?', [STATEMENT, OTHER]);
    expect(share).toBeLessThan(0.7);
  });

  it('are searched with the labels and the statement, without spaces in names', () => {
    const text = searchedText('Best Buy capex in FY2023');
    expect(text).toContain('Best Buy capex in FY2023');
    for (const part of ['2023', 'additions to property and equipment', 'statement of cash flows', 'bestbuy'])
      expect(text).toContain(part);
  });

  it.each(['Where is revenue computed?', 'retry after a rate limit', 'total of the invoice'])(
    'other queries stay as they are: %s',
    (query) => {
      expect(conceptsOf(query)).toBeNull();
      expect(searchedText(query)).toBe(query);
    },
  );
});
