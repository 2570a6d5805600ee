import type { LineItem } from './line-item';
import { phrases } from './phrases';

/** Line items of statements of income. */
export const INCOME_ITEMS: readonly LineItem[] = [
  {
    id: 'revenue',
    statement: 'income',
    asked: phrases(
      `revenue, revenues, net sales, sales, net revenue, net revenues, total revenue, total revenues, total net
       sales, total net revenue, turnover, top line`,
    ),
    labels: phrases(
      `total net sales, total revenue, total revenues, total net revenue, total net revenues, net sales, net
       revenue, net revenues, revenue, revenues, sales, total revenues net, revenues net, total net revenues
       and other income, sales to customers, net operating revenues`,
    ),
  },
  {
    id: 'cost_of_sales',
    statement: 'income',
    asked: phrases(
      `cost of sales, cost of revenue, cost of revenues, cost of goods sold, cogs, total cost of sales, total
       cost of revenue, costs of goods sold`,
    ),
    labels: phrases(
      `total cost of sales, total cost of revenue, total cost of revenues, cost of sales, cost of revenue, cost
       of revenues, cost of goods sold, cost of products sold, cost of goods and services sold, total cost of
       goods sold, cost of products and services, cost of sales *, cost of revenue *, cost of revenues *`,
    ),
  },
  {
    id: 'gross_profit',
    statement: 'income',
    asked: phrases('gross profit, gross income'),
    labels: phrases(`gross profit, gross margin, gross income, total gross profit, total gross margin`),
    never: phrases('percentage, percent, %'),
  },
  {
    id: 'research_and_development',
    statement: 'income',
    asked: phrases(
      `r&d, r&d expense, r&d expenses, r&d spending, r&d costs, research and development, research and
       development expense, research and development expenses, research and development costs, research and
       development spending`,
    ),
    labels: phrases(
      `research and development, research and development expenses, research and development expense, research
       development and related expenses, research and development costs, technology and development, product
       development, research development and engineering`,
    ),
  },
  {
    id: 'selling_general_administrative',
    statement: 'income',
    asked: phrases(
      `sg&a, sg&a expense, sg&a expenses, selling general and administrative, selling general and
       administrative expenses, selling general and administrative expense`,
    ),
    labels: phrases(
      `selling general and administrative, selling general and administrative expenses, selling general and
       administrative expense, marketing general and administrative, sales general and administrative, selling
       marketing and administrative, selling and administrative expenses`,
    ),
  },
  {
    id: 'general_administrative',
    statement: 'income',
    asked: phrases(
      `g&a, g&a expense, g&a expenses, general and administrative, general and administrative expense, general
       and administrative expenses`,
    ),
    labels: phrases(
      `general and administrative, general and administrative expenses, general and administrative expense`,
    ),
  },
  {
    id: 'sales_marketing',
    statement: 'income',
    asked: phrases(
      `s&m, sales and marketing, sales and marketing expense, sales and marketing expenses, marketing expenses`,
    ),
    labels: phrases(
      `sales and marketing, sales and marketing expenses, sales and marketing expense, selling and marketing,
       marketing and sales`,
    ),
  },
  {
    id: 'operating_expenses',
    statement: 'income',
    asked: phrases('operating expenses, total operating expenses, opex'),
    labels: phrases(`total operating expenses, operating expenses, total costs and expenses`),
  },
  {
    id: 'operating_income',
    statement: 'income',
    asked: phrases(
      `operating income, operating profit, ebit, income from operations, operating earnings, operating loss,
       loss from operations`,
    ),
    labels: phrases(
      `operating income, operating profit, income from operations, loss from operations, income from operations
       loss, operating earnings, operating loss, total operating income, operating income loss, earnings from
       operations, profit from operations`,
    ),
    never: phrases('segment, adjusted, non, %, margin'),
  },
  {
    id: 'interest_expense',
    statement: 'income',
    asked: phrases('interest expense, interest expenses, interest cost'),
    labels: phrases(
      `interest expense, interest expense net, interest and debt expense, net interest expense and other, net
       interest expense`,
    ),
    outflow: true,
  },
  {
    id: 'pretax_income',
    statement: 'income',
    asked: phrases(
      `pretax income, pre tax income, income before taxes, income before tax, income before income taxes,
       earnings before taxes, earnings before tax, ebt, profit before tax, income before provision for income
       taxes, loss before income taxes, pretax earnings, pretax profit`,
    ),
    labels: phrases(
      `income before income taxes, income before provision for income taxes, income before income tax, earnings
       before income taxes, loss before income taxes, income before taxes, earnings before provision for taxes
       on income, profit before tax, income before income tax expense, earnings before income tax expense,
       income before income taxes *, loss before income taxes *, earnings before income tax expense *, income
       before provision for *, income from continuing operations before income taxes, income from continuing
       operations before *, loss before provision for income taxes`,
    ),
  },
  {
    id: 'income_tax',
    statement: 'income',
    asked: phrases(
      `income tax expense, income taxes, income tax, income tax provision, provision for income taxes, tax
       expense, taxes, tax provision, provision for taxes`,
    ),
    labels: phrases(
      `provision for income taxes, income tax expense, income tax provision, income taxes, provision for taxes
       on income, income tax expense benefit, income tax benefit, benefit from income taxes, total provision
       for income taxes, benefit from provision for income taxes, provision for taxes`,
    ),
    never: phrases('paid, payable, deferred, before, accrued'),
  },
  {
    id: 'net_income',
    statement: 'income',
    asked: phrases(
      `net income, net profit, net earnings, bottom line net earnings, net loss, bottom line, profit after tax,
       net income attributable to shareholders, earnings after tax`,
    ),
    labels: phrases(
      `net income, net earnings, net loss, net income loss, net profit, net income attributable to *, net
       earnings attributable to *, net loss attributable to *, net income including noncontrolling interest,
       net loss including non controlling interests, consolidated net income, profit for the year`,
    ),
    never: phrases(`noncontrolling, non controlling, less, per, adjusted, redeemable`),
  },
  {
    id: 'diluted_eps',
    statement: 'income',
    per: 'share',
    asked: phrases(
      `diluted eps, diluted earnings per share, diluted net income per share, earnings per diluted share,
       diluted net earnings per share, diluted net loss per share`,
    ),
    labels: phrases(
      `diluted net income per share, diluted earnings per share, diluted, diluted net income per share *,
       earnings per share diluted, diluted earnings per share *, earnings per share assuming dilution, diluted
       net earnings per share, net loss per share basic and diluted, earnings per share attributable to *
       diluted, net income per share diluted`,
    ),
    never: phrases('shares, average, weighted'),
  },
  {
    id: 'basic_eps',
    statement: 'income',
    per: 'share',
    asked: phrases(`basic eps, basic earnings per share, basic net income per share`),
    labels: phrases(
      `basic net income per share, basic earnings per share, basic, basic net income per share *, earnings per
       share basic, basic earnings per share *, net loss per share basic and diluted, earnings per share
       attributable to * basic`,
    ),
    never: phrases('shares, average, weighted'),
  },
];
