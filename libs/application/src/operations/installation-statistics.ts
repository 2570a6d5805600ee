import type { TurnTotals } from '@quarry/turn-archive';

/** Fields by which turns can be grouped. */
export const GROUPINGS = ['tenant', 'pipeline'] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** Statistics of a group of turns. */
export interface GroupStatistics {
  /** Null if turns are not grouped by tenant. */
  readonly tenant: string | null;
  /** Pipeline name, for all versions together; null if turns are not grouped by pipeline. */
  readonly pipeline: string | null;
  readonly turns: number;
  readonly outcomes: Readonly<Record<string, number>>;
  /** Number of turns by the rule that stopped them. Turns that no rule stopped are not included. */
  readonly stops: Readonly<Record<string, number>>;
  /** Number of turns by number of passes, fewest passes first. */
  readonly passes: readonly { readonly passes: number; readonly turns: number }[];
  readonly gapsIdentified: number;
  readonly gapsResolved: number;
  /** Share (0..1) of requested data that was found; null if nothing was requested. */
  readonly gapResolutionRate: number | null;
  /** Share (0..1) of turns that ended `insufficient`: without an answer rather than with a wrong one. */
  readonly abstentionRate: number;
  readonly modelCalls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /**
   * Cost, in the currency of the price tables, of the turns whose model calls all have a price; `priced` is the number
   * of those turns.
   */
  readonly cost: number;
  readonly priced: number;
  /** Mean seconds from question to end. */
  readonly meanSeconds: number;
}

/** Sums totals by tenant, by pipeline, by both or by neither; groups with the most turns first. */
export function installationStatistics(
  totals: readonly TurnTotals[],
  by: readonly Grouping[],
): readonly GroupStatistics[] {
  const keyOf = (one: TurnTotals): string => JSON.stringify(by.map((name) => one[name]));
  const keys = [...new Set(totals.map(keyOf))];
  return keys
    .map((key) =>
      groupOf(
        totals.filter((one) => keyOf(one) === key),
        by,
      ),
    )
    .toSorted((a, b) => b.turns - a.turns || (nameOf(a) < nameOf(b) ? -1 : 1));
}

function groupOf(totals: readonly TurnTotals[], by: readonly Grouping[]): GroupStatistics {
  const sum = (
    field:
      | 'turns'
      | 'needs'
      | 'needsResolved'
      | 'modelCalls'
      | 'inputTokens'
      | 'outputTokens'
      | 'cost'
      | 'priced'
      | 'ms',
  ): number => totals.reduce((total, one) => total + one[field], 0);
  const [turns, needs, resolved] = [sum('turns'), sum('needs'), sum('needsResolved')];
  const outcomes = counted(totals, ({ outcome }) => outcome);
  const [first] = totals;
  return {
    tenant: by.includes('tenant') ? (first?.tenant ?? null) : null,
    pipeline: by.includes('pipeline') ? (first?.pipeline ?? null) : null,
    turns,
    outcomes,
    stops: counted(totals, ({ stopRule }) => stopRule),
    passes: Object.entries(counted(totals, ({ passes }) => String(passes)))
      .map(([passes, count]) => ({ passes: Number(passes), turns: count }))
      .toSorted((a, b) => a.passes - b.passes),
    gapsIdentified: needs,
    gapsResolved: resolved,
    gapResolutionRate: needs === 0 ? null : resolved / needs,
    abstentionRate: (outcomes['insufficient'] ?? 0) / turns,
    modelCalls: sum('modelCalls'),
    inputTokens: sum('inputTokens'),
    outputTokens: sum('outputTokens'),
    // Prices are per million tokens: further digits are rounding errors of the addition.
    cost: Number(sum('cost').toFixed(9)),
    priced: sum('priced'),
    meanSeconds: sum('ms') / 1_000 / turns,
  };
}

/** Number of turns by name, highest first. */
function counted(
  totals: readonly TurnTotals[],
  nameOfOne: (one: TurnTotals) => string | null,
): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const one of totals) {
    const name = nameOfOne(one);
    if (name !== null) counts.set(name, (counts.get(name) ?? 0) + one.turns);
  }
  return Object.fromEntries([...counts].toSorted(([, a], [, b]) => b - a));
}

function nameOf({ tenant, pipeline }: GroupStatistics): string {
  return JSON.stringify([tenant, pipeline]);
}
