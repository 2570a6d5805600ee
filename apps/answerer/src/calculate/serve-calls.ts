import { calculate, subtractedNegatives, withMagnitude } from '@quarry/arithmetic';
import { answerCall, currentPass, openNeeds, type Need, type ToolCall, type Turn } from '@quarry/turn';
import { knownValues, resolveValue } from './known-values';
import { makeCalculation } from './make-calculation';

/** The turn after its calculations, with the number of successes and the errors. */
export interface Served {
  readonly turn: Turn;
  readonly computed: number;
  /** One sentence per failed calculation: what failed and why. */
  readonly errors: readonly string[];
}

type CallNeed = Need & { readonly call: ToolCall };

/** Serves the open calls of `calculate` in order; each can use earlier results. A failed call gets its error. */
export function serveCalls(turn: Turn): Served {
  const calls = openNeeds(turn).filter((need): need is CallNeed => need.call?.tool === 'calculate');
  return calls.reduce<Served>(
    (before, need) => {
      const { expression, label } = need.call.arguments;
      const text = String(expression ?? '');
      const made = makeCalculation(before.turn, text, label === undefined ? undefined : String(label));
      if (!made.ok) {
        const needs = missed(answerCall(before.turn.needs, need.id, { by: [], note: made.error }), need.id);
        return { ...before, turn: { ...before.turn, needs }, errors: [...before.errors, made.error] };
      }
      const note = `${text.trim()} = ${made.result}, which is [${made.n}].`;
      const needs = answerCall(made.turn.needs, need.id, { by: [made.n], note });
      return { ...before, turn: { ...made.turn, needs }, computed: before.computed + 1 };
    },
    { turn, computed: 0, errors: [] },
  );
}

/** Closes a failed call: the model sees the error and can call again with another expression. */
function missed(needs: readonly Need[], id: string): readonly Need[] {
  return needs.map((need) => (need.id === id ? { ...need, status: 'missed' } : need));
}

/** Computes the plan's tasks in order. A failed task becomes a miss. */
export function computePlanned(turn: Turn): Served {
  const pass = currentPass(turn);
  const done = new Set((turn.calculations ?? []).flatMap(({ label }) => label ?? []));
  const tasks = (turn.plan?.tasks?.compute ?? []).filter(({ label }) => !done.has(label));
  return tasks.reduce<Served>(
    (before, { label, expression }) => {
      const made = makeCalculation(before.turn, withOutflows(expression, before.turn), label);
      if (made.ok) return { ...before, turn: made.turn, computed: before.computed + 1 };
      const miss = { pass, text: `${label} = ${expression}`, why: made.error, where: ['calculation'] };
      const after = { ...before.turn, misses: [...before.turn.misses, miss] };
      return { ...before, turn: after, errors: [...before.errors, made.error] };
    },
    { turn, computed: 0, errors: [] },
  );
}

/** Values that are spent, whatever their sign. */
const SPENT =
  /\b(?:purchases?|payments?|paid|expenditures?|capex|repurchases?|buybacks?|repayments?|outflows?|dividends?|costs?|expenses?|cogs)\b/i;

/**
 * A planned expression with the magnitudes of the outflows that it subtracts: it was written before the values were
 * read, and free cash flow is less than operating cash flow, whether capital expenditure is printed in parentheses or
 * not.
 */
function withOutflows(expression: string, turn: Turn): string {
  const known = knownValues(turn);
  const labels = new Map<string, string>();
  const calculated = calculate(expression, (reference) => {
    const found = resolveValue(reference, known);
    if (found === null || 'why' in found) return found;
    labels.set(reference.kind === 'ref' ? `[${reference.n}]` : reference.name, found.label);
    return found.value;
  });
  if (!calculated.ok) return expression;
  return subtractedNegatives(expression, calculated.inputs)
    .filter((text) => SPENT.test(`${text} ${labels.get(text) ?? ''}`.replaceAll('_', ' ')))
    .reduce(withMagnitude, expression);
}
