import { itemsOf, periodsIn } from '@quarry/arithmetic';
import type { ChatInputs } from '../port';
import { documentsMeant, inDocument } from './findings/documents-meant';
import { measureExpression, type MeasureAsked } from './findings/measure-asked';
import { arithmeticOf, expressionFor, type Arithmetic } from './findings/operands';
import { sectionsFor } from './findings/section-choice';
import { isOutflow } from './findings/statements';
import { valueName } from './findings/value-name';
import { jsonReply } from './json-reply';

/** Planned sections per value, and of a value that is the only one. */
const EACH = 2;
const SOLE = 4;

/**
 * Acts as a planner (001, "Planner Mode"): plans the sections with matching titles before any is read, and arithmetic
 * if the question asks for it.
 */
export function taskPlanReply({ extraction, question }: ChatInputs, maxOutputTokens: number): string {
  const sections = extraction?.sections ?? [];
  const meant = documentsMeant(
    question,
    sections.map(({ path }) => path),
  );
  const arithmetic = arithmeticOf(question);
  const operands = arithmetic?.operands ?? [question];
  const names = arithmetic?.measure
    ? measureNames(arithmetic.measure, question)
    : operands.map((operand) => valueName(operand, meant));
  const fetch = operands.flatMap((operand, at) =>
    sectionsFor(inDocument(operand, meant), question, sections)
      .slice(0, operands.length === 1 ? SOLE : EACH)
      .map(({ id }) => ({
        section: id,
        item: arithmetic ? (names[at] ?? operand) : inDocument(operand, meant),
      })),
  );
  const compute = arithmetic ? expressionsOf(arithmetic, names) : [];
  return jsonReply({ fetch, compute, synthesis: question }, maxOutputTokens);
}

interface Planned {
  readonly label: string;
  readonly expression: string;
}

/**
 * The expressions over the names of the values; of a measure one for each of its formulas, since a report may lack a
 * line item.
 */
function expressionsOf(arithmetic: Arithmetic, names: readonly string[]): readonly Planned[] {
  const { kind, measure } = arithmetic;
  if (!measure) {
    const written = names.map((name) => (isOutflow(name) ? `abs(${name})` : name));
    return [{ label: kind, expression: expressionFor(arithmetic, written) }];
  }
  const ids = [...measure.items.keys()];
  return measure.measure.formulas.map((formula) => {
    const used = new Set(itemsOf(formula));
    const written = names.map((name, at) => (used.has(ids[at] ?? '') ? name : ''));
    return { label: measure.measure.id, expression: measureExpression(measure, written) };
  });
}

/** Names of a measure's line items in expressions: `gross_profit_2022`. */
function measureNames({ items }: MeasureAsked, question: string): readonly string[] {
  const { years, quarters } = periodsIn(question);
  const when = [...quarters.map((quarter) => `q${quarter}`), ...years];
  return [...items.keys()].map((id) => [id, ...when].join('_'));
}
