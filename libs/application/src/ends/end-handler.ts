import type { Turn, TurnEvent } from '@quarry/turn';

/** A turn that has ended, with its whole log. */
export interface EndedTurn {
  readonly turn: Turn;
  readonly events: readonly TurnEvent[];
}

/**
 * Does one thing for every turn that has ended, whatever ended it: keeps it, accounts for it, tells a webhook of it. Called at least once for each
 * turn, by one gateway at a time, and again where this or another handler threw: the same turn twice must come to the same as once. Turns that
 * measure a pipeline (`options.measuring`) are not handed over.
 */
export interface EndHandler {
  /** For the log, e.g. `archive`. */
  readonly name: string;
  ended(ended: EndedTurn): Promise<void>;
}

/** Injection token of everything that is done for a turn that has ended, in this order. */
export const END_HANDLERS = Symbol('end-handlers');
