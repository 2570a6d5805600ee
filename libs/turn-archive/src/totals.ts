import type { Outcome } from '@quarry/turn';

/** Totals of the turns of one tenant and pipeline with the same outcome and number of passes. */
export interface TurnTotals {
  readonly tenant: string;
  /** Name, including all its versions. */
  readonly pipeline: string;
  readonly outcome: Outcome;
  /** As in `TurnHead`. */
  readonly stopRule: string | null;
  readonly passes: number;
  readonly turns: number;
  /** Requests for more data, and the number of resolved ones. */
  readonly needs: number;
  readonly needsResolved: number;
  readonly modelCalls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Cost of the turns whose calls all have a price, and the number of these turns. */
  readonly cost: number;
  readonly priced: number;
  /** Milliseconds from question to end. */
  readonly ms: number;
}

/** Range of the totals: asked at `since` or later, and before `until`, in milliseconds since the epoch. */
export interface TotalsRange {
  readonly since?: number;
  readonly until?: number;
}
