import type { Turn, TurnEvent } from '@quarry/turn';

/** An ended turn with its complete log. */
export interface EndedTurn {
  readonly turn: Turn;
  readonly events: readonly TurnEvent[];
}

/**
 * Performs one task for each ended turn, whatever its outcome: archives it, counts its usage, notifies a webhook.
 * Called at least once per turn, by one gateway at a time, and again if this or another handler throws: handlers must
 * be idempotent. Turns that measure a pipeline (`options.measuring`) are skipped.
 */
export interface EndHandler {
  /** For the log, e.g. `archive`. */
  readonly name: string;
  ended(ended: EndedTurn): Promise<void>;
}

/** Injection token of the {@link EndHandler}s, in the order in which they run. */
export const END_HANDLERS = Symbol('end-handlers');
