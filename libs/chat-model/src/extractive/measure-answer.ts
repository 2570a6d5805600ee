import type { Calculation, Finding } from '@quarry/turn';
import type { ExtractionInputs } from '../port';
import type { MeasureAsked } from './findings/measure-asked';
import { isPossible, measureValues } from './findings/measure-values';

/** The next step towards a measure. */
export type MeasureStep =
  | { readonly kind: 'calculate'; readonly expression: string; readonly label: string }
  | { readonly kind: 'answer'; readonly used: readonly Finding[]; readonly result: string }
  | { readonly kind: 'request'; readonly text: string; readonly otherwise: MeasureStep }
  | { readonly kind: 'fail'; readonly reason: string };

/**
 * Computes a measure from its line items: asks for a missing one, calculates if all are there, and gives up rather than
 * combining values of other figures, periods, documents or scales.
 */
export function measureStep(
  asked: MeasureAsked,
  findings: readonly Finding[],
  { calculations, calls, lastTurn }: ExtractionInputs,
): MeasureStep {
  const name = asked.measure.id.replaceAll('_', ' ');
  const { expression, used, missing, conflict } = measureValues(asked, findings);
  const next = ((): MeasureStep => {
    if (expression === '')
      return { kind: 'fail', reason: `the line items of ${name} were not found: ${missing ?? ''}` };
    if (conflict !== undefined) return { kind: 'fail', reason: `${name} cannot be computed: ${conflict}` };
    const done = calculations.findLast((one) => squeezed(one.expression) === squeezed(expression));
    if (done) return resultOf(asked, used, done, name);
    if (lastTurn || calls.some(({ call }) => call?.tool === 'calculate'))
      return { kind: 'fail', reason: `the values were found, but ${expression} could not be computed` };
    return { kind: 'calculate', expression, label: name };
  })();
  return missing === undefined || expression !== ''
    ? next
    : { kind: 'request', text: missing, otherwise: next };
}

function resultOf(
  asked: MeasureAsked,
  used: readonly Finding[],
  { result, n, expression }: Calculation,
  name: string,
): MeasureStep {
  if (!isPossible(asked, result))
    return {
      kind: 'fail',
      reason: `${expression} = ${result} is no possible ${name}: a value must be wrong`,
    };
  return {
    kind: 'answer',
    used,
    result: `${name}: ${rounded(result)}${unitOf(asked, used)}, from ${expression} [${n}].`,
  };
}

function unitOf({ measure }: MeasureAsked, [first]: readonly Finding[]): string {
  switch (measure.unit) {
    case 'percent':
      return ' %';
    case 'days':
      return ' days';
    case 'money':
      return first?.unit === undefined ? '' : ` ${first.unit}`;
    case 'times':
      return '';
  }
}

/** At most four decimal places: the calculation has the exact value. */
export function rounded(result: string): string {
  const [whole = '', part = ''] = result.split('.');
  if (part.length <= 4) return result;
  return Number(`${whole}.${part.slice(0, 8)}`).toFixed(4);
}

export function squeezed(expression: string): string {
  return expression.replace(/\s/g, '');
}
