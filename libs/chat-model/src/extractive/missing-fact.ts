import type { ChatInputs } from '../port';
import { askedKindOf } from './asked-kind';
import { demandsOf, type Demands } from './demands';
import { isProse } from './lines';
import type { Reading } from './relevance';

/**
 * Words other than the names up to which a question asks for one fact about them. A longer one needs several passages,
 * and one of them may be phrased in other words.
 */
const ONE_FACT = 3;

/**
 * The reason to assume that the passages about a subject lack what is asked about it: none of them contains a word of
 * the relation in any of its forms, and no sentence holds a thing of the kind that is asked for. Undefined if they may
 * hold it, if some of them are code, if the question asks for no kind, or if `relevance.min_answerable` is 0. ADR 13
 * has the figures.
 * @param known the demands of the question, if they have been computed
 */
export function missingFactOf(
  inputs: ChatInputs,
  reading: Reading,
  known?: Demands | null,
): string | undefined {
  const { question, coverage } = inputs;
  if (!coverage || coverage.minAnswerable === 0 || askedKindOf(question) === undefined) return undefined;
  // Code states facts in other words than a question does.
  if (!inputs.evidence.every(isProse)) return undefined;
  const { names, relations, met, hasKind } = known ?? demandsOf(inputs, reading);
  if (names.length === 0 || relations.length > ONE_FACT) return undefined;
  if (hasKind !== false || met.length > 0) return undefined;
  const about = names.map((name) => `“${name.slice(0, 80)}”`).join(', ');
  const lacking = relations.map(({ text }) => `“${text.slice(0, 80)}”`).join(', ');
  return `The passages about ${about} do not say this${lacking === '' ? '' : `: none contains ${lacking}`}.`;
}
