import type { LineItem } from './line-item';
import { phrases } from './phrases';

/** Line items of balance sheets. */
export const BALANCE_ITEMS: readonly LineItem[] = [
  {
    id: 'cash',
    statement: 'balance',
    asked: phrases(
      `cash and cash equivalents, cash balance, cash position, cash and equivalents, cash on hand`,
    ),
    labels: phrases(`cash and cash equivalents, cash and equivalents, cash, total cash and cash equivalents`),
    never: phrases(`beginning, end, restricted, marketable, investments, change, increase, decrease`),
  },
  {
    id: 'short_term_investments',
    statement: 'balance',
    asked: phrases(`short term investments, marketable securities, current marketable securities`),
    labels: phrases(
      `short term investments, marketable securities, marketable securities current, short term marketable
       securities, current marketable securities`,
    ),
  },
  {
    id: 'receivables',
    statement: 'balance',
    asked: phrases(
      `accounts receivable, trade receivables, receivables, net receivables, net accounts receivable, trade
       accounts receivable, net ar`,
    ),
    labels: phrases(
      `accounts receivable net, accounts receivable, trade receivables net, receivables net, trade receivables,
       accounts and notes receivable net, receivables, accounts receivable net *, accounts receivable *, trade
       receivables *, trade accounts receivable *`,
    ),
    never: phrases('related, non'),
  },
  {
    id: 'inventory',
    statement: 'balance',
    asked: phrases(`inventory, inventories, merchandise inventories, total inventories, inventory balance`),
    labels: phrases(
      `total inventories, inventories, inventory, merchandise inventories, inventories net, total inventories
       net, inventories *`,
    ),
    never: phrases('raw, finished, work, change'),
  },
  {
    id: 'current_assets',
    statement: 'balance',
    asked: phrases('current assets, total current assets'),
    labels: phrases('total current assets'),
  },
  {
    id: 'ppe',
    statement: 'balance',
    asked: phrases(
      `pp&e, net pp&e, ppe, property plant and equipment, net property plant and equipment, property and
       equipment net, property plant and equipment net, property and equipment, net property and equipment,
       fixed assets, net fixed assets`,
    ),
    labels: phrases(
      `property plant and equipment net, property and equipment net, net property plant and equipment, net
       property and equipment, total property plant and equipment net, property plant and equipment net *,
       property plant and equipment`,
    ),
    never: phrases('purchases, accumulated, gross, sale, sales'),
  },
  {
    id: 'goodwill',
    statement: 'balance',
    asked: phrases('goodwill'),
    labels: phrases('goodwill, goodwill net'),
    never: phrases('impairment'),
  },
  {
    id: 'intangibles',
    statement: 'balance',
    asked: phrases('intangible assets, intangibles, other intangible assets'),
    labels: phrases(
      `intangible assets net, other intangible assets net, other intangibles net, intangible assets,
       acquisition related intangibles, other intangible assets`,
    ),
    never: phrases('amortization'),
  },
  {
    id: 'total_assets',
    statement: 'balance',
    asked: phrases('total assets, assets'),
    labels: phrases('total assets'),
  },
  {
    id: 'payables',
    statement: 'balance',
    asked: phrases(`accounts payable, trade payables, payables, trade accounts payable`),
    labels: phrases(
      `accounts payable, trade payables, trade accounts payable, accounts payable trade, accounts payable and
       other current liabilities, accounts payable and accrued liabilities, accounts payable and accrued
       expenses`,
    ),
    never: phrases('related'),
  },
  {
    id: 'deferred_revenue',
    statement: 'balance',
    asked: phrases('deferred revenue, unearned revenue, contract liabilities'),
    labels: phrases(
      `deferred revenue, unearned revenue, contract liabilities, deferred revenue current, short term unearned
       revenue`,
    ),
  },
  {
    id: 'current_liabilities',
    statement: 'balance',
    asked: phrases('current liabilities, total current liabilities'),
    labels: phrases('total current liabilities'),
  },
  {
    id: 'long_term_debt',
    statement: 'balance',
    asked: phrases(`long term debt, non current debt, noncurrent debt, long term borrowings`),
    labels: phrases(
      `long term debt, long term debt net of current portion, long term debt less current portion, term debt,
       long term debt obligations, long term debt net, long term borrowings, long term debt excluding current
       portion, long term debt *`,
    ),
    never: phrases('current portion of, proceeds, repayment, payments, issuance'),
  },
  {
    id: 'total_liabilities',
    statement: 'balance',
    asked: phrases('total liabilities, liabilities'),
    labels: phrases('total liabilities'),
  },
  {
    id: 'retained_earnings',
    statement: 'balance',
    asked: phrases(`retained earnings, accumulated deficit, accumulated earnings`),
    labels: phrases(
      `retained earnings, accumulated deficit, retained earnings accumulated deficit, earnings reinvested,
       reinvested earnings`,
    ),
  },
  {
    id: 'equity',
    statement: 'balance',
    asked: phrases(
      `shareholders equity, stockholders equity, total shareholders equity, total stockholders equity, total
       equity, equity, shareowners equity, book value of equity`,
    ),
    labels: phrases(
      `total stockholders equity, total shareholders equity, total equity, stockholders equity, shareholders
       equity, total shareowners equity, total * stockholders equity, total * shareholders equity`,
    ),
    never: phrases('liabilities'),
  },
];
