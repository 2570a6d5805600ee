import type { ChatInputs } from '../port';
import { documentsMeant, inDocument } from './findings/documents-meant';
import { arithmeticOf, expressionFor } from './findings/operands';
import { sectionsFor } from './findings/section-choice';
import { isOutflow } from './findings/statements';
import { valueName } from './findings/value-name';
import { jsonReply } from './json-reply';

/** Planned sections per value. */
const EACH = 2;

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
  const names = operands.map((operand) => valueName(operand, meant));
  const fetch = operands.flatMap((operand, at) =>
    sectionsFor(inDocument(operand, meant), question, sections)
      .slice(0, EACH)
      .map(({ id }) => ({
        section: id,
        item: arithmetic ? (names[at] ?? operand) : inDocument(operand, meant),
      })),
  );
  const compute = arithmetic
    ? [
        {
          label: arithmetic.kind,
          expression: expressionFor(
            arithmetic,
            names.map((name) => (isOutflow(name) ? `abs(${name})` : name)),
          ),
        },
      ]
    : [];
  return jsonReply({ fetch, compute, synthesis: question }, maxOutputTokens);
}
