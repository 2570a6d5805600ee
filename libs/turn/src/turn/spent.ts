import type { SnapshotRef } from '../identity/ids';

/** One call of a model. */
export interface ModelCall {
  readonly model: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Those of `inputTokens` that the provider read from its cache; absent if it reported none. */
  readonly cachedTokens?: number;
  /** Those of `inputTokens` that the provider wrote to its cache at a price of their own; absent if it reported none. */
  readonly cacheWriteTokens?: number;
}

/** One call of a model as the turn keeps it: who made it, and what it cost by the pipeline's price table. */
export interface PaidCall extends ModelCall {
  readonly step: string;
  /** In the price table's currency; null where the table has no price for the model. */
  readonly cost: number | null;
}

/** Consumption so far. */
export interface Spent {
  /** Follow-up iterations so far (003 `turn_loop_counter`); the running pass is `loops + 1`. */
  readonly loops: number;
  readonly modelCalls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Those of `inputTokens` that providers read from their caches; absent if none was reported. */
  readonly cachedTokens?: number;
  /** Every model call, oldest first; they add up to the fields above. */
  readonly calls: readonly PaidCall[];
}

/** Depths of retrieval that a question can be asked with (000, "Future Considerations"). */
export const DEPTHS = ['fast', 'auto', 'deep'] as const;
/** `fast`: one pass · `auto`: as the pipeline says · `deep`: more hits and more passes. */
export type Depth = (typeof DEPTHS)[number];

/** What a question may spend; where the pipeline has a limit as well, the smaller one holds. */
export interface Budget {
  /** Model tokens, in and out. */
  readonly tokens?: number;
  /** Money, in the currency of the pipeline's price table. */
  readonly cost?: number;
  /** Seconds from the question to the end of the turn. */
  readonly seconds?: number;
}

/** Wishes of the one who asks, beside the question. */
export interface TurnOptions {
  readonly depth: Depth;
  readonly budget: Budget;
  /** Asked to measure the pipeline, by no user: neither listed nor kept, in the history, in statistics, or in the session's cache. */
  readonly measuring?: true;
  /** Repository that the question is about, as the stores name it; where absent, the pipeline's own or the installation's. */
  readonly repository?: string;
  /** Snapshot of the repository; where absent, the pipeline's `active_index`. */
  readonly snapshot?: string;
  /** Instead of `repository` and `snapshot`: the snapshots that it is about, two or more, as the stores name them. */
  readonly scope?: readonly SnapshotRef[];
  /** Turn whose question this one asks again. */
  readonly rerunOf?: string;
  /** Earlier exchanges as the client tells them, oldest first: they take the place of what history keeps of the session. */
  readonly conversation?: readonly { readonly question: string; readonly answer: string }[];
  /** Id of the API key that asked: budgets are counted by it. Never the key itself. */
  readonly key?: string;
  /** Id of the turn that failed and that this one was asked in place of, by an operator. */
  readonly retryOf?: string;
  /** The span that opened it, in W3C's form: its hops go on with that trace, in whatever process. */
  readonly traceparent?: string;
}

/** What a turn has spent when it is opened. */
export const NOTHING_SPENT: Spent = { loops: 0, modelCalls: 0, inputTokens: 0, outputTokens: 0, calls: [] };

/** What calls cost together; null where one of them has no price. */
export function costOf(calls: readonly PaidCall[]): number | null {
  let sum = 0;
  for (const { cost } of calls) {
    if (cost === null) return null;
    sum += cost;
  }
  // Prices are for a million tokens: what is beyond is noise of adding.
  return Number(sum.toFixed(9));
}
