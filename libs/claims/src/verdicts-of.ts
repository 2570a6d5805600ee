import type { Evidence } from '@quarry/turn';
import type { Doubt } from './finding-doubts';
import { statesNothing, withoutNotFound } from './not-claims';
import { sourceOf } from './passages';
import type { StatedValue } from './stated-values';
import { statementsOf } from './statements';
import { type Verdict, verdictOf } from './verdict';

/**
 * The verdicts of code on everything that an answer claims, in its order. Remarks about the search, questions and
 * headings claim nothing.
 * @param values what findings and calculations state, by the number of their evidence
 *
 * @example
 * verdictsOf('It retries 5 times [1].', turn.evidence)[0]?.status // 'supported'
 */
export function verdictsOf(
  answer: string,
  evidence: readonly Evidence[],
  values: ReadonlyMap<number, readonly StatedValue[]> = new Map(),
  options: { readonly quotationsOnly?: boolean; readonly doubts?: ReadonlyMap<number, Doubt> } = {},
): readonly Verdict[] {
  const sources = evidence.map((item) => sourceOf(item, values.get(item.n), options.doubts?.get(item.n)));
  return withoutNotFound(statementsOf(answer), answer)
    .filter((one) => (options.quotationsOnly === true ? one.kind !== 'sentence' : !statesNothing(one)))
    .map((statement) => verdictOf(statement, sources));
}
