/** What a measure's value counts. */
export type MeasureUnit = 'percent' | 'times' | 'days' | 'money';

/** A measure that is computed from line items of statements. */
export interface Measure {
  readonly id: string;
  /** Names in questions, lower case, as `plainWords` writes them. */
  readonly asked: readonly string[];
  readonly unit: MeasureUnit;
  /**
   * Expressions over ids of line items in braces, the usual one first. The others apply if a report lacks a line item
   * of the first.
   */
  readonly formulas: readonly [string, ...string[]];
  /** The line items whose averages over two years replace their values if a question asks for averages. */
  readonly averaged?: readonly string[];
  /** A result outside this range is a wrong value, not a result. */
  readonly range?: readonly [least: number, most: number];
  /** Where the definition comes from. */
  readonly source: string;
}

/** The ids of the line items of a formula, each once, in order. */
export function itemsOf(formula: string): readonly string[] {
  return [...new Set([...formula.matchAll(/\{(\w{1,60})\}/g)].map(([, id = '']) => id))];
}
