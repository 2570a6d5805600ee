import jsep from 'jsep';
import { decimalOf } from '../compare';
import { digitsOf, Exact } from '../decimal';
import { evaluated } from './evaluate';
import { lexed, type Operand } from './tokens';

/** A reference in an expression: a value by its number, as in `[7]`, or by its name. */
export type Reference =
  { readonly kind: 'ref'; readonly n: number } | { readonly kind: 'name'; readonly name: string };

/** A number that an expression used. */
export interface Input {
  /** As written: `[7]`, `5,298`, `12%`, `revenue_2022`. */
  readonly text: string;
  /** Exact decimal. */
  readonly value: string;
  /** The reference; absent for a literal number. */
  readonly reference?: Reference;
}

/**
 * Resolves a reference to a value as a text; null if it is unknown, or a sentence that explains why it is ambiguous.
 */
export type Resolve = (reference: Reference) => string | { readonly why: string } | null;

export type Calculated =
  /** `result` has at most 34 significant digits; inputs are in the order of their first use, each once. */
  | { readonly ok: true; readonly result: string; readonly inputs: readonly Input[] }
  /** `error` is a sentence for the author of the expression. */
  | { readonly ok: false; readonly error: string };

/** Range of a result, in powers of ten. */
const MAX_POWER = 100;

/**
 * Evaluates an expression with exact decimals: numbers (`5,298`, `12%`, `$4.5`), `[7]`, names, + - * / ^, parentheses,
 * and sum, avg, min, max, abs, sqrt, round(x, digits). It uses no floating point and supports nothing else. It never
 * throws, for any text.
 *
 * @example
 * const values = ['5,298', '4,900'];
 * calculate('[1] - [2]', (reference) => (reference.kind === 'ref' ? values[reference.n - 1] ?? null : null));
 * // { ok: true, result: '398', inputs: [{ text: '[1]', value: '5298', … }, { text: '[2]', value: '4900', … }] }
 */
export function calculate(expression: string, resolve: Resolve): Calculated {
  const read = lexed(expression);
  if (typeof read === 'string') return { ok: false, error: read };
  const inputs = new Map<string, Input>();
  for (const operand of read.operands) {
    if (inputs.has(operand.text)) continue;
    const input = inputOf(operand, resolve);
    if (typeof input === 'string') return { ok: false, error: input };
    inputs.set(operand.text, input);
  }
  const tree = parsed(read.source);
  if (!tree) return { ok: false, error: `'${expression.trim()}' is not a complete expression.` };
  const values = read.operands.map(({ text }) => new Exact(inputs.get(text)?.value ?? 0));
  const result = evaluated(tree, values);
  if (typeof result === 'string') return { ok: false, error: result };
  if (!result.isZero() && Math.abs(result.e) >= MAX_POWER)
    return { ok: false, error: `The result is beyond 10^${MAX_POWER}.` };
  return { ok: true, result: digitsOf(result), inputs: [...inputs.values()] };
}

function inputOf(operand: Operand, resolve: Resolve): Input | string {
  if (operand.kind === 'number') {
    const value = new Exact(operand.value).div(operand.percent ? 100 : 1);
    if (!value.isZero() && Math.abs(value.e) >= MAX_POWER)
      return `The number '${operand.text}' is beyond 10^${MAX_POWER}.`;
    return { text: operand.text, value: value.toFixed() };
  }
  const { text, ...reference } = operand;
  const found = resolve(reference);
  if (found === null)
    return operand.kind === 'ref' ? `There is no value ${text}.` : `There is no value named '${text}'.`;
  if (typeof found !== 'string') return found.why;
  const value = decimalOf(found);
  if (value === null) return `${text} is not a number: it is '${found.slice(0, 80)}'.`;
  return { text, value, reference };
}

function parsed(source: string): jsep.Expression | null {
  try {
    return jsep(source);
  } catch {
    return null;
  }
}
