import type { StatementKind } from './statements';

/** A figure of a financial statement. Names are lower case, as `plainWords` writes them. */
export interface LineItem {
  readonly id: string;
  readonly statement: StatementKind;
  /** Names in questions. */
  readonly asked: readonly string[];
  /** Labels in reports, the usual one first. A label that ends with `*` stands for every label that begins so. */
  readonly labels: readonly string[];
  /** Words of labels of other figures: `net income attributable to noncontrolling interests`. */
  readonly never?: readonly string[];
  /** Statements of cash flows print it in parentheses; questions ask for the amount. */
  readonly outflow?: true;
  /** Set for figures in currency per share; all others are amounts of money. */
  readonly per?: 'share';
}
