import type { ChatInputs } from '../port';
import { documentsMeant, inDocument } from './findings/documents-meant';
import { arithmeticOf, expressionFor } from './findings/operands';
import { sectionsFor } from './findings/section-choice';
import { jsonReply } from './json-reply';

/** Sections that are planned for each value. */
const EACH = 2;

/** As a planner (001, "Planner Mode"): the sections that fit by their titles, before any was read; arithmetic where the question asks for it. */
export function taskPlanReply({ extraction, question }: ChatInputs, maxOutputTokens: number): string {
  const sections = extraction?.sections ?? [];
  const meant = documentsMeant(
    question,
    sections.map(({ path }) => path),
  );
  const arithmetic = arithmeticOf(question);
  const items = (arithmetic?.operands ?? [question]).map((one) => inDocument(one, meant));
  const fetch = items.flatMap((item) =>
    sectionsFor(item, question, sections)
      .slice(0, EACH)
      .map(({ id }) => ({ section: id, item })),
  );
  const compute = arithmetic
    ? [
        {
          label: arithmetic.kind,
          expression: expressionFor(
            arithmetic,
            items.map((item) => `[${item}]`),
          ),
        },
      ]
    : [];
  return jsonReply({ fetch, compute, synthesis: question }, maxOutputTokens);
}
