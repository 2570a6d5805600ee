/**
 * How a delivery of a hop ended: `committed`; `failed`, and the turn with it; `retried`, it threw and will be delivered
 * again; `superseded`, another attempt owns the turn or it was cancelled; `skipped`, there was nothing to do;
 * `refused`, it is not a hop: another program put it into the queue.
 */
export type HopOutcome = 'committed' | 'failed' | 'retried' | 'superseded' | 'skipped' | 'refused';

/** Receives the hops that this process runs, for metrics. Its methods return at once and never throw. */
export interface HopObserver {
  /** A hop was taken from its queue for the first time, `ms` milliseconds after it was added. */
  hopWaited(service: string, ms: number): void;
  /** A hop was handed over within this process, by the commit of the one before, without a queue. */
  hopSkippedQueue(service: string): void;
  /** @param ms milliseconds of work; null if it was skipped or refused */
  hopEnded(service: string, outcome: HopOutcome, ms: number | null): void;
  /** A step of a pipeline ran for `ms` milliseconds, with any result. */
  stepEnded(service: string, action: string, ms: number): void;
}

/** Injection token of the process's {@link HopObserver}. If none is provided, nothing is counted. */
export const HOP_OBSERVER = Symbol('hop-observer');

/** Counts nothing. */
export const NOBODY: HopObserver = {
  hopWaited: () => undefined,
  hopSkippedQueue: () => undefined,
  hopEnded: () => undefined,
  stepEnded: () => undefined,
};
