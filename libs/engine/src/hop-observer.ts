/**
 * How a delivery of a hop ended: `committed`; `failed`, the turn with it; `retried`, it threw and will be delivered again; `superseded`,
 * another attempt owns the turn or it was cancelled; `skipped`, there was nothing to do; `refused`, it is no hop: somebody else put it into the queue.
 */
export type HopOutcome = 'committed' | 'failed' | 'retried' | 'superseded' | 'skipped' | 'refused';

/** Told of the hops that this process runs, to be counted. Its methods return at once and never throw. */
export interface HopObserver {
  /** A hop was taken from its queue for the first time, `ms` milliseconds after it was put there. */
  hopWaited(service: string, ms: number): void;
  /** @param ms milliseconds of work; null where it was skipped or refused. */
  hopEnded(service: string, outcome: HopOutcome, ms: number | null): void;
  /** A step of a pipeline has run, with whatever result, for `ms` milliseconds. */
  stepEnded(service: string, action: string, ms: number): void;
}

/** Injection token of the process's {@link HopObserver}; where none is provided, nothing is counted. */
export const HOP_OBSERVER = Symbol('hop-observer');

/** Counts nothing. */
export const NOBODY: HopObserver = {
  hopWaited: () => undefined,
  hopEnded: () => undefined,
  stepEnded: () => undefined,
};
