import { calculate, scaleOf, type Input } from '@quarry/arithmetic';
import {
  addEvidence,
  currentPass,
  defined,
  normalizeQuery,
  type CalculationInput,
  type EvidenceCandidate,
  type PagePlace,
  type Turn,
} from '@quarry/turn';
import { knownValues, resolveValue, type KnownValue } from './known-values';
import { calculationText } from './calculation-text';

/** The turn after a calculation, with its evidence number; or the error if the calculation failed. */
export type Made =
  | {
      readonly ok: true;
      readonly turn: Turn;
      readonly n: number;
      readonly result: string;
    }
  | { readonly ok: false; readonly error: string };

/**
 * Computes an expression over the turn's findings and earlier calculations, and adds the calculation and its evidence.
 * Repeating a calculation adds nothing.
 */
export function makeCalculation(turn: Turn, expression: string, label: string | undefined): Made {
  const known = knownValues(turn);
  const used = new Map<string, KnownValue>();
  const calculated = calculate(expression, (reference) => {
    const found = resolveValue(reference, known);
    if (found === null || 'why' in found) return found;
    used.set(reference.kind === 'ref' ? `[${reference.n}]` : reference.name, found);
    return found.value;
  });
  if (!calculated.ok) return calculated;
  const { result, inputs } = calculated;
  const pass = currentPass(turn);
  const values = [...used.values()];
  const unlike = unlikeUnits(values, inputs);
  if (unlike !== null) return { ok: false, error: unlike };
  const text = calculationText({ expression, label, result, inputs, used });
  const candidate: EvidenceCandidate = {
    id: `calculation:${normalizeQuery(expression)} = ${result}`,
    kind: 'calculation',
    text,
    ...placeOf(turn, values),
    relevance: 1,
    foundBy: 'calculation',
    query: label ?? expression,
  };
  const { evidence, added, numbers } = addEvidence(turn.evidence, [candidate], pass);
  const [n = 0] = numbers;
  if (added.length === 0) return { ok: true, turn, n, result };
  const { calculations = [] } = turn;
  const calculation = {
    id: `calculation-${calculations.length + 1}`,
    n,
    pass,
    ...defined({ label }),
    expression: expression.trim(),
    inputs: inputs.map((input) => inputOf(input, used)),
    result,
  };
  return {
    ok: true,
    turn: { ...turn, evidence, calculations: [...calculations, calculation] },
    n,
    result,
  };
}

function inputOf({ text, value }: Input, used: ReadonlyMap<string, KnownValue>): CalculationInput {
  const known = used.get(text);
  return { text, value, ...(known ? { n: known.n } : {}) };
}

/** The location of the first value, with the pages of all values in the same document. */
function placeOf(
  { evidence }: Turn,
  values: readonly KnownValue[],
): Pick<EvidenceCandidate, 'path' | 'startLine' | 'endLine'> & Partial<EvidenceCandidate> {
  const items = values.flatMap(({ n }) => evidence.find((item) => item.n === n) ?? []);
  const [first] = items;
  if (!first) return { path: '', startLine: 1, endLine: 1 };
  const { path, startLine, endLine, section, title, format, document, offset } = first;
  const together = items.filter((item) => item.path === path && item.document === document);
  const pages = distinct(together.flatMap((item) => item.pages ?? []));
  return {
    path,
    startLine,
    endLine,
    ...defined({ section, title, format }),
    ...(document === undefined ? {} : { document, offset: offset ?? 0 }),
    ...(pages.length > 0 ? { pages } : {}),
  };
}

function distinct(places: readonly PagePlace[]): readonly PagePlace[] {
  const byForm = new Map(places.map((place) => [JSON.stringify(place), place]));
  return [...byForm.values()].toSorted((a, b) => a.page - b.page);
}

/** Why values of different scales are not computed with, e.g. thousands by millions, unless the expression converts them. */
function unlikeUnits(values: readonly KnownValue[], inputs: readonly Input[]): string | null {
  const counted = values.filter(({ unit }) => scaleOf(unit) > 0);
  const [first] = counted;
  const other = counted.find(({ unit }) => scaleOf(unit) !== scaleOf(first?.unit));
  if (!first || !other) return null;
  const power = Math.abs(scaleOf(first.unit) - scaleOf(other.unit));
  if (inputs.some(({ reference, value }) => !reference && /^(?:10{3,12}|0\.0{2,11}1)$/.test(value)))
    return null;
  return (
    `[${first.n}] is in ${first.unit ?? ''}, [${other.n}] in ${other.unit ?? ''}. ` +
    `Convert one of them in the expression: multiply or divide it by 1${'0'.repeat(power)}.`
  );
}
