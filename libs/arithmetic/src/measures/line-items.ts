import { BALANCE_ITEMS } from './balance-items';
import { CASH_FLOW_ITEMS } from './cash-flow-items';
import { INCOME_ITEMS } from './income-items';
import type { LineItem } from './line-item';

/**
 * Line items of the statements of companies, with the labels that US filers use (FASB US GAAP Financial Reporting
 * Taxonomy, standard labels, and the filings on which they were checked).
 */
export const LINE_ITEMS: readonly LineItem[] = [...INCOME_ITEMS, ...BALANCE_ITEMS, ...CASH_FLOW_ITEMS];

const BY_ID = new Map(LINE_ITEMS.map((item) => [item.id, item]));

/** The line item with an id of {@link LINE_ITEMS}. @throws TypeError for another id */
export function lineItem(id: string): LineItem {
  const item = BY_ID.get(id);
  if (!item) throw new TypeError(`There is no line item '${id}'.`);
  return item;
}
