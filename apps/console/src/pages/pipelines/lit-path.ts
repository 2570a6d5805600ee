/** One run of a step, as a turn's log has it. */
export interface StepRun {
  readonly step: string;
  readonly outcome: string;
  readonly ms: number;
}

/** The way that a turn took through its pipeline. */
export interface LitPath {
  /** Step → how often it ran, and for how many milliseconds in all. */
  readonly steps: ReadonlyMap<string, { readonly times: number; readonly ms: number }>;
  /** `step outcome` → how often the turn went on with it. */
  readonly ways: ReadonlyMap<string, number>;
}

/**
 * Counts the runs of a turn, in their order. A step that the turn met again because of a retry went no way between.
 * @param steps of the pipeline: ways that it does not have are not lit, e.g. of a turn that an older version answered
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
