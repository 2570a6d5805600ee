import type { TurnTotals } from '@quarry/turn-archive';

/** What turns are grouped by. */
export const GROUPINGS = ['tenant', 'pipeline'] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** How the turns of a group went. */
export interface GroupStatistics {
  /** Null where turns are not grouped by it. */
  readonly tenant: string | null;
  /** Name, all its versions together; null where turns are not grouped by it. */
  readonly pipeline: string | null;
  readonly turns: number;
  readonly outcomes: Readonly<Record<string, number>>;
  /** Turns by the rule that stopped them; those that came to their own end are not in it. */
  readonly stops: Readonly<Record<string, number>>;
  /** Turns by their number of passes, fewest first. */
  readonly passes: readonly { readonly passes: number; readonly turns: number }[];
  readonly gapsIdentified: number;
  readonly gapsResolved: number;
  /** Share (0..1) of what was asked for that was found; null where nothing was asked for. */
  readonly gapResolutionRate: number | null;
  /** Share (0..1) of turns that ended `insufficient`: no answer rather than a wrong one. */
  readonly abstentionRate: number;
  readonly modelCalls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Of the turns whose every model call has a price, in the currency of the price tables; and how many those are. */
  readonly cost: number;
  readonly priced: number;
  /** Seconds from question to end. */
  readonly meanSeconds: number;
}

/** Adds totals up by tenant, pipeline, both or neither; groups with most turns first. */
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
    // Prices are for a million tokens: what is beyond is noise of adding.
    cost: Number(sum('cost').toFixed(9)),
    priced: sum('priced'),
    meanSeconds: sum('ms') / 1_000 / turns,
  };
}

/** Turns by a name; most first. */
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
