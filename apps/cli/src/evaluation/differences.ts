import {
  differencesOf,
  mean,
  systemName,
  type MeasuredSystem,
  type SystemComparison,
} from '@quarry/evaluation';

/** Modes that rank by a single signal. The other modes are compared with them. */
const SINGLE = ['bm25', 'semantic'];

/**
 * Compares every system with a reference, on the same questions: modes with the best single-signal mode by nDCG@10,
 * pipelines with the first. Null if there is nothing to compare.
 */
export function againstReference(
  systems: readonly MeasuredSystem[],
): { readonly reference: string; readonly comparisons: readonly SystemComparison[] } | null {
  const reference = referenceOf(systems);
  if (!reference || systems.length < 2) return null;
  const comparisons = systems
    .filter((system) => system !== reference)
    .map((system) => ({ system: systemName(system), differences: differencesOf(reference, system) }));
  return { reference: systemName(reference), comparisons };
}

function referenceOf(systems: readonly MeasuredSystem[]): MeasuredSystem | undefined {
  const single = systems.filter(({ kind, name }) => kind === 'mode' && SINGLE.includes(name));
  const gain = ({ questions }: MeasuredSystem): number =>
    mean(questions.flatMap(({ values }) => values['ndcg10'] ?? []));
  return single.toSorted((a, b) => gain(b) - gain(a))[0] ?? systems[0];
}
