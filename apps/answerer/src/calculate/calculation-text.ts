import { rounded, type Input } from '@quarry/arithmetic';
import type { KnownValue } from './known-values';

/** A calculation as text for prompts and claims: label, expression, the result in full and rounded, and the inputs. */
export function calculationText(calculation: {
  readonly expression: string;
  readonly label: string | undefined;
  readonly result: string;
  readonly inputs: readonly Input[];
  readonly used: ReadonlyMap<string, KnownValue>;
}): string {
  const { expression, label, result, inputs, used } = calculation;
  const short = rounded(result);
  const lines = inputs.flatMap(({ text, value }) => {
    const known = used.get(text);
    if (!known) return [];
    const { n, label: name, unit } = known;
    return [`[${n}] ${name === '' ? text : name} = ${value}${unit === undefined ? '' : ` ${unit}`}`];
  });
  return [
    `${label === undefined ? '' : `${label} = `}${expression.trim()} = ${result}${short === result ? '' : `, rounded ${short}`}`,
    ...lines,
  ].join('\n');
}
