/** One run of a step, from a turn's log. */
export interface StepRun {
  readonly step: string;
  readonly outcome: string;
  readonly ms: number;
}

/** The path of a turn through its pipeline. */
export interface LitPath {
  /** Step → how often it ran, and its total milliseconds. */
  readonly steps: ReadonlyMap<string, { readonly times: number; readonly ms: number }>;
  /** `step outcome` → how often the turn took that transition. */
  readonly ways: ReadonlyMap<string, number>;
}

/**
 * Counts the runs of a turn, in order. A step that was repeated by a retry has no transition before it.
 * @param steps of the pipeline: transitions that it lacks are not highlighted, e.g. of a turn that an older version
 * answered
 */
export function litPath(
  runs: readonly StepRun[],
  steps: readonly { readonly id: string; readonly on: Readonly<Record<string, string>> }[],
): LitPath {
  const byId = new Map(steps.map((step) => [step.id, step]));
  const visits = new Map<string, { times: number; ms: number }>();
  const ways = new Map<string, number>();
  runs.forEach(({ step, outcome, ms }, at) => {
    const visit = visits.get(step) ?? { times: 0, ms: 0 };
    visits.set(step, { times: visit.times + 1, ms: visit.ms + ms });
    const next = runs[at + 1]?.step;
    const way = `${step} ${outcome}`;
    if (next !== undefined && byId.get(step)?.on[outcome] === next) ways.set(way, (ways.get(way) ?? 0) + 1);
  });
  return { steps: visits, ways };
}
