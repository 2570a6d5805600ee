import { phrases } from './phrases';

/** A financial statement. */
export type StatementKind = 'income' | 'balance' | 'cash_flow' | 'equity';

/** Names of a statement: in questions, and in the titles of reports. Lower case, as `plainWords` writes them. */
export interface Statement {
  readonly kind: StatementKind;
  readonly asked: readonly string[];
  readonly titles: readonly string[];
}

/**
 * The statements of a report under the names that US GAAP (ASC 205) and IFRS (IAS 1) allow for them. A question says
 * `P&L` where the report says `Consolidated Statements of Operations`.
 */
export const STATEMENTS: readonly Statement[] = [
  {
    kind: 'income',
    asked: phrases(
      `income statement, income statements, p&l, p&l statement, profit and loss statement, profit and loss
       account, profit and loss, statement of income, statements of income, statement of operations, statements
       of operations, statement of earnings, statements of earnings, statement of profit or loss, earnings
       statement`,
    ),
    titles: phrases(
      `statement of income, statements of income, statement of operations, statements of operations, statement
       of earnings, statements of earnings, statement of consolidated income, statement of profit or loss,
       income statement, income statements`,
    ),
  },
  {
    kind: 'balance',
    asked: phrases(
      `balance sheet, balance sheets, statement of financial position, statements of financial position,
       statement of financial condition`,
    ),
    titles: phrases(
      `balance sheet, balance sheets, statement of financial position, statements of financial position,
       statement of financial condition`,
    ),
  },
  {
    kind: 'cash_flow',
    asked: phrases(
      `cash flow statement, cash flow statements, statement of cash flows, statements of cash flows, statement
       of cash flow, cashflow statement`,
    ),
    titles: phrases(
      `statement of cash flows, statements of cash flows, statement of consolidated cash flows, cash flow
       statement, cash flow statements`,
    ),
  },
  {
    kind: 'equity',
    asked: phrases(
      `statement of changes in equity, statement of stockholders equity, statement of shareholders equity`,
    ),
    titles: phrases(
      `statement of stockholders equity, statement of shareholders equity, statement of changes in equity`,
    ),
  },
];

/** The statement of a kind. */
export function statementOfKind(kind: StatementKind): Statement {
  return STATEMENTS.find((one) => one.kind === kind) ?? { kind, asked: [], titles: [] };
}
