import type { Measure } from './measure';
import { phrases } from './phrases';

const CFA = 'CFA Institute, Financial Analysis Techniques';
const SEC = "SEC, Beginners' Guide to Financial Statements";

/**
 * Measures that analysts ask for, with their usual definitions. Balances are those at the end of the period. The amount
 * of a payment is positive, so `abs` takes the sign that a statement of cash flows prints.
 */
export const MEASURES: readonly Measure[] = [
  {
    id: 'gross_margin',
    asked: phrases(
      `gross margin, gross profit margin, gross margin percentage, gross margin percent, gross margin %, gross
       profit percentage`,
    ),
    unit: 'percent',
    formulas: ['{gross_profit} / {revenue} * 100', '({revenue} - abs({cost_of_sales})) / {revenue} * 100'],
    range: [-500, 100],
    source: `${CFA}, profitability ratios`,
  },
  {
    id: 'operating_margin',
    asked: phrases(
      `operating margin, operating profit margin, operating income margin, ebit margin, operating margin
       percentage`,
    ),
    unit: 'percent',
    formulas: ['{operating_income} / {revenue} * 100'],
    range: [-1000, 100],
    source: `${CFA}, profitability ratios; ${SEC}`,
  },
  {
    id: 'net_margin',
    asked: phrases(`net margin, net profit margin, net income margin, profit margin`),
    unit: 'percent',
    formulas: ['{net_income} / {revenue} * 100'],
    range: [-1000, 200],
    source: `${CFA}, profitability ratios`,
  },
  {
    id: 'pretax_margin',
    asked: phrases('pretax margin, pretax profit margin, pre tax margin'),
    unit: 'percent',
    formulas: ['{pretax_income} / {revenue} * 100'],
    range: [-1000, 200],
    source: `${CFA}, profitability ratios`,
  },
  {
    id: 'effective_tax_rate',
    asked: phrases(`effective tax rate, effective income tax rate, effective rate of tax`),
    unit: 'percent',
    formulas: ['{income_tax} / {pretax_income} * 100'],
    range: [-200, 200],
    source: 'FASB ASC 740-270-30; SEC Regulation S-X, Rule 4-08(h)',
  },
  {
    id: 'ebitda',
    asked: phrases('ebitda, unadjusted ebitda'),
    unit: 'money',
    formulas: ['{operating_income} + {depreciation_amortization}'],
    source: 'SEC, Non-GAAP Financial Measures, question 103.01 and 103.02',
  },
  {
    id: 'ebitda_margin',
    asked: phrases('ebitda margin'),
    unit: 'percent',
    formulas: ['({operating_income} + {depreciation_amortization}) / {revenue} * 100'],
    range: [-1000, 100],
    source: `${CFA}, profitability ratios`,
  },
  {
    id: 'free_cash_flow',
    asked: phrases('free cash flow, fcf'),
    unit: 'money',
    formulas: ['{operating_cash_flow} - abs({capital_expenditures})'],
    source: 'SEC, Non-GAAP Financial Measures, question 102.07',
  },
  {
    id: 'working_capital',
    asked: phrases('working capital, net working capital'),
    unit: 'money',
    formulas: ['{current_assets} - {current_liabilities}'],
    source: SEC,
  },
  {
    id: 'current_ratio',
    asked: phrases('current ratio, working capital ratio'),
    unit: 'times',
    formulas: ['{current_assets} / {current_liabilities}'],
    range: [0, 1000],
    source: `${CFA}, liquidity ratios`,
  },
  {
    id: 'quick_ratio',
    asked: phrases('quick ratio, acid test ratio, acid test'),
    unit: 'times',
    formulas: [
      '({cash} + {short_term_investments} + {receivables}) / {current_liabilities}',
      '({cash} + {receivables}) / {current_liabilities}',
    ],
    range: [0, 1000],
    source: `${CFA}, liquidity ratios`,
  },
  {
    id: 'cash_ratio',
    asked: phrases('cash ratio'),
    unit: 'times',
    formulas: [
      '({cash} + {short_term_investments}) / {current_liabilities}',
      '{cash} / {current_liabilities}',
    ],
    range: [0, 1000],
    source: `${CFA}, liquidity ratios`,
  },
  {
    id: 'debt_to_equity',
    asked: phrases(
      `liabilities to equity ratio, ratio of total liabilities to equity, total liabilities to equity ratio,
       liabilities to equity`,
    ),
    unit: 'times',
    formulas: ['{total_liabilities} / {equity}'],
    source: SEC,
  },
  {
    id: 'debt_ratio',
    asked: phrases(
      `debt to assets ratio, liabilities to assets ratio, total liabilities to total assets ratio`,
    ),
    unit: 'times',
    formulas: ['{total_liabilities} / {total_assets}'],
    source: `${CFA}, solvency ratios`,
  },
  {
    id: 'equity_multiplier',
    asked: phrases('equity multiplier, financial leverage ratio'),
    unit: 'times',
    formulas: ['{total_assets} / {equity}'],
    averaged: ['total_assets', 'equity'],
    source: `${CFA}, solvency ratios`,
  },
  {
    id: 'interest_coverage',
    asked: phrases(`interest coverage ratio, interest coverage, times interest earned`),
    unit: 'times',
    formulas: ['{operating_income} / abs({interest_expense})'],
    source: `${CFA}, coverage ratios`,
  },
  {
    id: 'return_on_assets',
    asked: phrases('return on assets, roa, return on total assets'),
    unit: 'percent',
    formulas: ['{net_income} / {total_assets} * 100'],
    averaged: ['total_assets'],
    range: [-1000, 1000],
    source: `${CFA}, profitability ratios`,
  },
  {
    id: 'return_on_equity',
    asked: phrases('return on equity, roe'),
    unit: 'percent',
    formulas: ['{net_income} / {equity} * 100'],
    averaged: ['equity'],
    source: `${CFA}, profitability ratios`,
  },
  {
    id: 'asset_turnover',
    asked: phrases(`asset turnover, total asset turnover, asset turnover ratio, total asset turnover ratio`),
    unit: 'times',
    formulas: ['{revenue} / {total_assets}'],
    averaged: ['total_assets'],
    range: [0, 1000],
    source: `${CFA}, activity ratios`,
  },
  {
    id: 'fixed_asset_turnover',
    asked: phrases(`fixed asset turnover, fixed asset turnover ratio, pp&e turnover`),
    unit: 'times',
    formulas: ['{revenue} / {ppe}'],
    averaged: ['ppe'],
    range: [0, 10000],
    source: `${CFA}, activity ratios`,
  },
  {
    id: 'inventory_turnover',
    asked: phrases(`inventory turnover, inventory turnover ratio, inventory turns`),
    unit: 'times',
    formulas: ['abs({cost_of_sales}) / {inventory}'],
    averaged: ['inventory'],
    range: [0, 10000],
    source: `${CFA}, activity ratios; ${SEC}`,
  },
  {
    id: 'days_inventory',
    asked: phrases(
      `days inventory outstanding, days of inventory on hand, dio, days of inventory, days sales of inventory`,
    ),
    unit: 'days',
    formulas: ['{inventory} / abs({cost_of_sales}) * 365'],
    averaged: ['inventory'],
    range: [0, 10000],
    source: `${CFA}, activity ratios`,
  },
  {
    id: 'days_sales_outstanding',
    asked: phrases(`days sales outstanding, dso, days of sales outstanding, days receivables outstanding`),
    unit: 'days',
    formulas: ['{receivables} / {revenue} * 365'],
    averaged: ['receivables'],
    range: [0, 10000],
    source: `${CFA}, activity ratios`,
  },
  {
    id: 'days_payable_outstanding',
    asked: phrases(`days payable outstanding, days payables outstanding, dpo, number of days of payables`),
    unit: 'days',
    formulas: ['{payables} / abs({cost_of_sales}) * 365'],
    averaged: ['payables'],
    range: [0, 10000],
    source: `${CFA}, activity ratios`,
  },
  {
    id: 'receivables_turnover',
    asked: phrases(`receivables turnover, receivables turnover ratio, accounts receivable turnover`),
    unit: 'times',
    formulas: ['{revenue} / {receivables}'],
    averaged: ['receivables'],
    range: [0, 10000],
    source: `${CFA}, activity ratios`,
  },
  {
    id: 'dividend_payout',
    asked: phrases('dividend payout ratio, dividend payout, payout ratio'),
    unit: 'percent',
    formulas: ['abs({dividends_paid}) / {net_income} * 100'],
    range: [-1000, 1000],
    source: `${CFA}, dividend-related quantities`,
  },
  {
    id: 'capex_share',
    asked: phrases(
      `capex as a percentage of revenue, capex as a percent of revenue, capex as a % of revenue, capital
       expenditures as a percentage of revenue, capital expenditures as a percent of revenue, capital
       expenditures as a % of revenue, capex as a percentage of sales, capex as a share of revenue, capital
       intensity, capex over revenue, capex to revenue, capex revenue ratio`,
    ),
    unit: 'percent',
    formulas: ['abs({capital_expenditures}) / {revenue} * 100'],
    range: [0, 1000],
    source: 'capital expenditures of the statement of cash flows, over revenue',
  },
  {
    id: 'rd_share',
    asked: phrases(
      `r&d as a percentage of revenue, r&d as a percent of revenue, r&d as a % of revenue, research and
       development as a percentage of revenue, r&d intensity, research and development intensity, r&d over
       revenue, r&d to revenue`,
    ),
    unit: 'percent',
    formulas: ['abs({research_and_development}) / {revenue} * 100'],
    range: [0, 10000],
    source: 'research and development expenses, over revenue',
  },
  {
    id: 'da_share',
    asked: phrases(
      `d&a as a percentage of revenue, d&a as a percent of revenue, depreciation and amortization margin, d&a
       margin, depreciation and amortization as a percentage of revenue`,
    ),
    unit: 'percent',
    formulas: ['{depreciation_amortization} / {revenue} * 100'],
    range: [0, 1000],
    source: 'depreciation and amortization of the statement of cash flows, over revenue',
  },
  {
    id: 'cogs_share',
    asked: phrases(
      `cogs as a percentage of revenue, cost of goods sold as a percentage of revenue, cost of sales as a
       percentage of revenue, cogs % margin, cogs as a % of revenue`,
    ),
    unit: 'percent',
    formulas: ['abs({cost_of_sales}) / {revenue} * 100'],
    range: [0, 1000],
    source: `${CFA}, common-size analysis`,
  },
  {
    id: 'operating_cash_flow_ratio',
    asked: phrases('operating cash flow ratio, cash flow from operations ratio'),
    unit: 'times',
    formulas: ['{operating_cash_flow} / {current_liabilities}'],
    source: `${CFA}, liquidity ratios`,
  },
];
