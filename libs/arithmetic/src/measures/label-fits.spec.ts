import { labelFits } from './label-fits';
import { lineItem } from './line-items';

describe('labelFits', () => {
  it.each([
    ['capital_expenditures', 'Purchases of property, plant and equipment (PP&E)'],
    ['capital_expenditures', 'Additions to property and equipment'],
    ['capital_expenditures', 'Capital expenditure'],
    ['capital_expenditures', 'Capex'],
    ['operating_cash_flow', 'Net cash provided by (used in) operating activities'],
    ['income_tax', 'Provision for (benefit from) income taxes'],
    ['equity', "Total 3M Company shareholders' equity"],
    ['ppe', 'Property, plant and equipment — net'],
    ['receivables', 'Accounts receivable, net of allowances of $174 and $189'],
    ['diluted_eps', 'Earnings per share attributable to 3M common shareholders — diluted'],
    ['net_income', 'Net income attributable to 3M'],
  ])('%s is %s', (id, label) => {
    expect(labelFits(lineItem(id), label)).toBeGreaterThan(0.8);
  });

  it.each([
    ['net_income', 'Net income attributable to noncontrolling interest'],
    ['net_income', 'Net income per share'],
    ['equity', 'Total liabilities and equity'],
    ['current_assets', 'Other current assets'],
    ['cash', 'Cash and cash equivalents at end of year'],
    ['revenue', 'Cost of revenue'],
    ['inventory', 'Finished goods inventories'],
    ['long_term_debt', 'Current portion of long-term debt'],
  ])('%s is not %s', (id, label) => {
    expect(labelFits(lineItem(id), label)).toBe(0);
  });

  it('prefers a total to a part', () => {
    const fits = ['Cost of sales', 'Total cost of sales'].map((label) =>
      labelFits(lineItem('cost_of_sales'), label),
    );
    expect(fits[1]).toBeGreaterThan(fits[0] ?? 1);
  });
});
