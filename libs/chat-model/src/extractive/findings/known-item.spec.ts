import { knownItem, unknownNames } from './known-item';
import { isSubjectOf } from './subjects';
import { periodFits } from './period-fits';
import { targetOf } from './target';

const REPORT = [
  { path: 'GOOG_2022_10K.pdf', text: 'Alphabet Inc.\nCONSOLIDATED STATEMENTS OF INCOME\nRevenues | 7' },
];

describe('knownItem', () => {
  const item = (text: string) => knownItem(text, isSubjectOf(REPORT))?.id ?? null;

  it.each([
    ['What was the revenue of Alphabet in FY2022?', 'revenue'],
    [
      "According to the P&L, how much R&D expense did Alphabet have in fiscal '22?",
      'research_and_development',
    ],
    ['GOOG capex 2022', 'capital_expenditures'],
  ])('%s', (text, id) => {
    expect(item(text)).toBe(id);
  });

  it.each([
    'EMEA revenue in 2022',
    'subscription revenue of Alphabet in 2022',
    'revenue of Adobe in 2022',
    'revenue and goodwill of Alphabet',
    'Who audits Alphabet?',
  ])('is null if the words narrow it, or name another company: %s', (text) => {
    expect(item(text)).toBeNull();
  });

  it('a company without a document is unknown', () => {
    const isKnown = isSubjectOf(REPORT);
    expect(unknownNames('What was the revenue of Microsoft in 2022?', isKnown)).toBe(true);
    expect(unknownNames('What was the revenue of Alphabet in 2022?', isKnown)).toBe(false);
  });
});

describe('periodFits', () => {
  const fitOf = (text: string, path: string, ...nearest: string[]) =>
    periodFits(targetOf(text), path, nearest);

  it('prefers the column of a quarter to the year to date', () => {
    const [quarter = 0, half = 1] = ['Three', 'Six'].map((months) =>
      fitOf('sales in Q2 FY2023', 'a.pdf', `Net sales ${months} Months Ended December 31, 2023`),
    );
    expect(quarter).toBeGreaterThan(half);
  });

  it('reads the fiscal year of a quarterly report whose columns name the calendar year', () => {
    const asked = 'revenue in Q2 FY2024';
    expect(fitOf(asked, 'SHOP_2024Q2_10Q.pdf', 'Revenue July 29, 2023')).toBeGreaterThan(0.7);
    expect(fitOf(asked, 'SHOP_2024Q2_10Q.pdf', 'Revenue July 30, 2022')).toBe(0);
    expect(fitOf('revenue in FY2024', 'SHOP_2024_10K.pdf', 'Revenue July 29, 2023')).toBe(0);
  });
});
