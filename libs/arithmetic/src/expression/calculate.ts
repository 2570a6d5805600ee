import jsep from 'jsep';
import { decimalOf } from '../compare';
import { digitsOf, Exact } from '../decimal';
import { evaluated } from './evaluate';
import { lexed, type Operand } from './tokens';

/** What an expression refers to: a value by its number, as in `[7]`, or by its name. */
export type Reference =
  { readonly kind: 'ref'; readonly n: number } | { readonly kind: 'name'; readonly name: string };

/** A number that an expression used. */
export interface Input {
  /** As written: `[7]`, `5,298`, `12%`, `revenue_2022`. */
  readonly text: string;
  /** Exact decimal. */
  readonly value: string;
  /** What it refers to; absent for a number that the expression states by itself. */
  readonly reference?: Reference;
}

/** What a reference stands for: a value as a text; null where there is none, or a sentence that says why there is none that could be meant. */
export type Resolve = (reference: Reference) => string | { readonly why: string } | null;

export type Calculated =
  /** `result` has at most 34 significant digits; inputs stand in the order of their first use, each once. */
  | { readonly ok: true; readonly result: string; readonly inputs: readonly Input[] }
  /** `error` is a sentence that can be shown to the one who wrote the expression. */
  | { readonly ok: false; readonly error: string };

/** Powers of ten between which a result must lie. */
const MAX_POWER = 100;

/**
 * Computes an expression with exact decimals: numbers (`5,298`, `12%`, `$4.5`), `[7]`, names, + - * / ^, parentheses, and sum, avg, min, max,
 * abs, sqrt, round(x, digits). No floating point anywhere, nothing else of any language; never throws for what the text holds.
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
  if (!tree) return { ok: false, error: `'${expression.trim()}' is not a whole expression.` };
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
