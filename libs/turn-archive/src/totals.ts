import type { Outcome } from '@quarry/turn';

/** Turns of one tenant and pipeline that ended alike after as many passes, added up. */
export interface TurnTotals {
  readonly tenant: string;
  /** Name, all its versions together. */
  readonly pipeline: string;
  readonly outcome: Outcome;
  /** As in `TurnHead`. */
  readonly stopRule: string | null;
  readonly passes: number;
  readonly turns: number;
  /** Requests for more data, and those of them that were found. */
  readonly needs: number;
  readonly needsResolved: number;
  readonly modelCalls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** What the turns cost whose every call has a price, and how many those are. */
  readonly cost: number;
  readonly priced: number;
  /** Milliseconds from question to end. */
  readonly ms: number;
}

/** Which turns are added up: asked at `since` or later, and before `until`, in milliseconds since the epoch. */
export interface TotalsRange {
  readonly since?: number;
  readonly until?: number;
}
