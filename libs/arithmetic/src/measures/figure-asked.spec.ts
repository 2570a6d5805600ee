import { figuresAsked, statementsAsked, wordsBesidesFigures } from './figure-asked';

function ids(text: string): readonly string[] {
  return figuresAsked(text).map((one) => (one.kind === 'item' ? one.item.id : one.measure.id));
}

describe('figuresAsked', () => {
  it.each([
    ["What was 3M's FY2022 capex?", ['capital_expenditures']],
    ['Give the R&D expenses of Adobe', ['research_and_development']],
    ['net PP&E of Best Buy', ['ppe']],
    ['What is the gross profit margin?', ['gross_margin']],
    ['gross profit of 2022', ['gross_profit']],
    ['capex as a % of revenue in 2021', ['capex_share']],
    ['total liabilities and total assets', ['total_liabilities', 'total_assets']],
    ['operating cash flow in FY20', ['operating_cash_flow']],
    ['What is the ROA for 2022?', ['return_on_assets']],
    ['Where is the invoice created?', []],
  ])('%s', (text, expected) => {
    expect(ids(text)).toEqual(expected);
  });

  it('reads the name of a statement as no figure', () => {
    expect(ids('operating income in the statement of income')).toEqual(['operating_income']);
    expect(statementsAsked('What does the P&L of 2022 say?').map(({ kind }) => kind)).toEqual(['income']);
    expect(
      statementsAsked('goodwill on the statement of financial position').map(({ kind }) => kind),
    ).toEqual(['balance']);
  });

  it('leaves the words that narrow a figure', () => {
    expect(wordsBesidesFigures('EMEA revenue in 2022')).toEqual(['emea', 'in', '2022']);
  });
});
