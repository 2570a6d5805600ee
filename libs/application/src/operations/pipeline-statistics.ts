import type { TurnRecord, TurnStats } from '@quarry/history-store';
import { OUTCOMES, type Outcome } from '@quarry/turn';

/** Statistics of one pipeline, for tuning (000, "Future Considerations"). Means cover turns with kept statistics. */
export interface PipelineStatistics {
  /** Pipeline name, for all versions together. */
  readonly pipeline: string;
  readonly turns: number;
  readonly outcomes: Readonly<Partial<Record<Outcome, number>>>;
  /** Number of turns with kept statistics. */
  readonly measured: number;
  /** Number of turns by number of passes, fewest passes first. */
  readonly passes: readonly { readonly passes: number; readonly turns: number }[];
  readonly gapsIdentified: number;
  readonly gapsResolved: number;
  /** Share (0..1) of requested data that was found; null if nothing was requested. */
  readonly gapResolutionRate: number | null;
  /** Share (0..1) of turns that reused evidence from their session; null if no turn is measured. */
  readonly recallRate: number | null;
  readonly meanModelCalls: number | null;
  readonly meanInputTokens: number | null;
  readonly meanOutputTokens: number | null;
  readonly meanSeconds: number | null;
}

/** Sums turns by pipeline, pipelines with the most turns first. */
export function statisticsOf(records: readonly TurnRecord[]): readonly PipelineStatistics[] {
  const nameOf = ({ pipeline }: TurnRecord): string => pipeline.replace(/@[^@]*$/, '');
  return [...new Set(records.map(nameOf))]
    .map((name) =>
      ofPipeline(
        name,
        records.filter((record) => nameOf(record) === name),
      ),
    )
    .toSorted((a, b) => b.turns - a.turns || (a.pipeline < b.pipeline ? -1 : 1));
}

function ofPipeline(pipeline: string, turns: readonly TurnRecord[]): PipelineStatistics {
  const measured = turns.flatMap(({ stats }) => stats ?? []);
  const total = (field: keyof TurnStats): number => measured.reduce((sum, stats) => sum + stats[field], 0);
  const mean = (sum: number): number | null => (measured.length === 0 ? null : sum / measured.length);
  const identified = total('gapsIdentified');
  const resolved = total('gapsResolved');
  return {
    pipeline,
    turns: turns.length,
    outcomes: outcomesOf(turns),
    measured: measured.length,
    passes: passesOf(measured),
    gapsIdentified: identified,
    gapsResolved: resolved,
    gapResolutionRate: identified === 0 ? null : resolved / identified,
    recallRate: mean(measured.filter(({ recalled }) => recalled > 0).length),
    meanModelCalls: mean(total('modelCalls')),
    meanInputTokens: mean(total('inputTokens')),
    meanOutputTokens: mean(total('outputTokens')),
    meanSeconds: mean(total('ms') / 1_000),
  };
}

function outcomesOf(turns: readonly TurnRecord[]): PipelineStatistics['outcomes'] {
  const counts = OUTCOMES.map(
    (outcome) => [outcome, turns.filter((turn) => turn.outcome === outcome).length] as const,
  );
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

function passesOf(measured: readonly TurnStats[]): PipelineStatistics['passes'] {
  return [...new Set(measured.map(({ passes }) => passes))]
    .toSorted((a, b) => a - b)
    .map((passes) => ({ passes, turns: measured.filter((stats) => stats.passes === passes).length }));
}
