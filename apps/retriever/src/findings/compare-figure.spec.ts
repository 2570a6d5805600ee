import type { DraftFinding } from '@quarry/turn';
import { compareFigure } from './compare-figure';
import { figureAt } from './figure-at';
import { matchesOf } from './match-value';

const PAGE = `Consolidated Statements of Operations
(in millions, except per share data)
Years ended December 31, | 2017 | 2016 | 2015
Net sales | $177,866 | $135,987 | $107,006
Cost of sales | 111,934 | 88,265 | 71,651
Provision for income taxes | (769) | (1,425) | (950)
Equity-method investment activity, net | (4) | (96) | (22)
Net income | 3,033 | 2,371 | 596
Diluted earnings per share | $6.15 | $4.90 | $1.25
Effective tax rate | 20.2% | 36.6% | 60.6%
Net sales grew by 30.8% in 2017, and shipping costs were $21.7 billion.
Operating leases cost 2,100 in 2017 and 1,400 in 2016.
The tax rate was 20.2% in 2017.`;
const lines = PAGE.split('\n').map((text, i) => ({
  ...{ text, line: i + 1, at: 0, layout: { page: 3 } },
}));

type Draft = Pick<DraftFinding, 'label' | 'value' | 'unit' | 'context'>;
const millions = { unit: 'millions_usd' } as const;

/** The verdict on a value at its only occurrence, or at the one on a line that begins so. */
function check(draft: Draft, line = '') {
  const [match] = matchesOf(draft, lines, ({ text }) => text.startsWith(line));
  const figure = match && figureAt({ lines }, match, ['Amazon 10-K']);
  if (!figure) throw new Error(`${draft.value} is not on the page`);
  return compareFigure(draft, figure, 'amazon_2017_10k.pdf');
}

it.each<[what: string, Draft]>([
  ['its row, column and scale', { label: 'net_sales_2017', value: 177866, ...millions }],
  ['a word for another: revenue', { label: 'net_revenue_2016', value: 135987, ...millions }],
  ['the name of the document', { label: 'amazon_net_income_2015', value: 596, ...millions }],
  ['camel case', { label: 'netIncome2017', value: '3,033', ...millions }],
  ['an amount in full', { label: 'net_sales_2017', value: 177_866_000_000, unit: 'usd' }],
  [
    'a year of the context',
    { label: 'cost_of_sales', value: 88265, context: 'Fiscal year 2016', ...millions },
  ],
  ['no scale of what is per share', { label: 'diluted_earnings_per_share_2017', value: 6.15, unit: 'USD' }],
  ['a percentage', { label: 'effective_tax_rate_2016', value: 36.6, unit: 'percent' }],
  ['a payment in parentheses', { label: 'provision_for_income_taxes_2017', value: 769, ...millions }],
  ['a loss with its sign', { label: 'equity_method_investment_activity_net_2016', value: -96, ...millions }],
])('%s: supported', (_what, draft) => {
  expect(check(draft).verdict).toBe('supported');
});

const RETAILER = `Selected data ($ in millions):
 | Three Months Ended | 
 | July 29, 2023 | July 30, 2022
Gross profit | $2,220 | $2,287
Gross profit as a % of revenue(1) | 23.2% | 22.1%
Effective income tax rate | 11.6% | 22.3%
Purchases of property and equipment | (174) | (240)
In the second quarter of fiscal 2024, comparable sales declined.`;

it.each<[verdict: string, Draft, why: string]>([
  ['supported', { label: 'gross_profit_rate_q2_fiscal_2024', value: 23.2, unit: 'percent' }, ''],
  ['supported', { label: 'gross_profit_q2_fiscal_2024', value: 2220, ...millions }, ''],
  ['supported', { label: 'effective_tax_rate_q2_fiscal_2024', value: 11.6, unit: 'percent' }, ''],
  ['supported', { label: 'capital_expenditures_q2_fiscal_2024', value: 174, ...millions }, ''],
  // The quarter to July 2022 is of fiscal 2023, and nothing names that year.
  ['unchecked', { label: 'gross_profit_q2_fiscal_2023', value: 2287, ...millions }, 'has no fiscal 2023'],
  ['contradicted', { label: 'gross_profit_q2_fiscal_2024', value: 2287, ...millions }, 'a column of 2022'],
  ['contradicted', { label: 'gross_profit_q2_2024', value: 2220, ...millions }, 'a column of 2023'],
  ['contradicted', { label: 'gross_profit_q2_fiscal_2022', value: 2220, ...millions }, 'a column of 2023'],
  ['unchecked', { label: 'repurchases_q2_fiscal_2024', value: 174, ...millions }, 'is not in the row'],
])('a report by fiscal years and other names: %s %j', (verdict, draft, why) => {
  const own = RETAILER.split('\n').map((text, i) => ({ text, line: i + 1, at: 0, layout: { page: 3 } }));
  const [match] = matchesOf(draft, own, () => true);
  const figure = match && figureAt({ lines: own }, match, ['Best Buy 10-Q']);
  expect(figure && compareFigure(draft, figure, 'bestbuy.pdf')).toMatchObject({
    verdict,
    why: expect.stringContaining(why) as string,
  });
});

it('a sentence that says nothing else: supported', () => {
  const rate = { label: 'tax_rate_2017', value: 20.2, unit: 'percent' };
  expect(check(rate, 'The tax rate').verdict).toBe('supported');
});

it.each<[what: string, Draft, why: string]>([
  [
    'the value of 2016 under the label 2017',
    { label: 'net_sales_2017', value: 135987, ...millions },
    'but it stands in a column of 2016, not of 2017',
  ],
  [
    'thousands on a page in millions',
    { label: 'net_sales_2017', value: 177866, unit: 'thousands_usd' },
    'but its page counts in millions, the value in thousands_usd',
  ],
  [
    'dollars on a page in millions',
    { label: 'net_sales_2017', value: 177866, unit: 'usd' },
    'but its page counts in millions, the value in usd',
  ],
  [
    'a tax rate of 177866',
    { label: 'effective_tax_rate_2017', value: 177866 },
    "but '$177,866' is an amount, not a percentage",
  ],
  [
    'a percentage as an amount',
    { label: 'effective_tax_rate_2017', value: 20.2, ...millions },
    "but '20.2%' is a percentage, not millions_usd",
  ],
  [
    'another row',
    { label: 'net_sales_2017', value: 3033, ...millions },
    "but it stands in the row 'Net income', not in 'Net sales'",
  ],
  [
    'a loss without its sign',
    { label: 'equity_method_investment_activity_net_2016', value: 96, ...millions },
    "but '(96)' is negative",
  ],
  ['a sign too many', { label: 'net_income_2017', value: -3033, ...millions }, "but '3,033' is not negative"],
  [
    'another year of a sentence',
    { label: 'net_sales_growth_2016', value: 30.8, unit: 'percent' },
    'but it stands in a sentence of 2017, not of 2016',
  ],
])('%s: contradicted', (_what, draft, why) => {
  expect(check(draft)).toEqual({ verdict: 'contradicted', why });
});

it.each<[what: string, Draft, why: string]>([
  [
    'no unit',
    { label: 'net_sales_2017', value: 177866 },
    'but the value names no unit, and its page counts in millions',
  ],
  ['no year', { label: 'net_sales', value: 177866, ...millions }, 'but the label names no year'],
  [
    'words that the row lacks',
    { label: 'net_sales_of_books_2017', value: 177866, ...millions },
    "but 'book' is not in the row 'Net sales'",
  ],
  [
    'a row that says more',
    { label: 'income_2017', value: 3033, ...millions },
    "but its row 'Net income' also says 'net'",
  ],
  [
    'a quarter in a table of years',
    { label: 'net_income_q4_2017', value: 3033, ...millions },
    'but its page names no quarter',
  ],
  [
    'several figures of a sentence',
    { label: 'operating_leases_cost_2017', value: 2100, unit: 'usd' },
    'but its sentence names 2 years, and its sentence has other figures',
  ],
  [
    'a scale that the sentence does not name',
    { label: 'operating_leases_cost_2017', value: 2100, ...millions },
    'but its page names no scale, and its sentence names 2 years, and its sentence has other figures',
  ],
])('%s: unchecked', (_what, draft, why) => {
  expect(check(draft)).toEqual({ verdict: 'unchecked', why });
});
