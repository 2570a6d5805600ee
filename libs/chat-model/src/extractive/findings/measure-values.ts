import { itemsOf, lineItem, scaleOf } from '@quarry/arithmetic';
import type { Finding } from '@quarry/turn';
import { findingFits } from './known-item';
import { matching } from './match';
import { measureExpression, type MeasureAsked } from './measure-asked';

/** Lowest fit (0..1) of a label, and of the label with its period: a value of another figure or year is no operand. */
const FLOOR = { label: 0.8, whole: 0.75 } as const;

/** The values of a measure's line items. */
export interface MeasureValues {
  /** Over the numbers of the findings; empty if a line item is missing in every formula. */
  readonly expression: string;
  /** The findings that the expression uses. */
  readonly used: readonly Finding[];
  /** The item to look for next; undefined if nothing is missing. */
  readonly missing?: string;
  /** Why the values must not be combined; undefined if they may. */
  readonly conflict?: string;
}

/** Finds the values of a measure's line items, by their labels and period, in one document and one scale. */
export function measureValues(asked: MeasureAsked, findings: readonly Finding[]): MeasureValues {
  const found = [...asked.items].map(([id, text]) => {
    const item = lineItem(id);
    const best = matching(text, findings).find(
      ({ finding, score }) => score >= FLOOR.whole && findingFits(item, finding.label) >= FLOOR.label,
    );
    return { id, text, finding: best?.finding };
  });
  const expression = measureExpression(
    asked,
    found.map(({ finding }) => (finding ? `[${finding.n}]` : '')),
  );
  const [first] = asked.measure.formulas;
  const missing = found.find(({ id, finding }) => !finding && itemsOf(first).includes(id))?.text;
  const used = found.flatMap(({ finding }) =>
    finding && expression.includes(`[${finding.n}]`) ? [finding] : [],
  );
  const conflict = conflictOf(used);
  return {
    expression,
    used,
    ...(missing === undefined ? {} : { missing }),
    ...(conflict === undefined ? {} : { conflict }),
  };
}

/** True if a result is possible: a margin of 254 % is a wrong value. */
export function isPossible({ measure }: MeasureAsked, result: string): boolean {
  const [least, most] = measure.range ?? [-Infinity, Infinity];
  const value = Number(result);
  return least <= value && value <= most;
}

function conflictOf(used: readonly Finding[]): string | undefined {
  if (new Set(used.map(({ n }) => n)).size < used.length) return 'one value cannot stand for two line items';
  if (new Set(used.map(({ path }) => path)).size > 1) return 'the line items are of different documents';
  if (new Set(used.map(({ unit }) => scaleOf(unit))).size > 1)
    return 'the line items are in different scales';
  return undefined;
}
