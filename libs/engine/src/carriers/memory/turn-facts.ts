import type { Target } from '../carrier';

/** What is known of a turn beside its document and its log: plain values, which are replaced as a whole. */
export interface TurnFacts {
  readonly v: number;
  readonly fence: number;
  /** Attempts at this version that count. */
  readonly attempt: number;
  /** How often the process died while this version ran beside others, so that it is not known whose fault that was. */
  readonly deaths: number;
  /** Claimed, and neither committed nor given back since. */
  readonly running: boolean;
  /** The next attempt begins with a reset: a former one that does not count may have told something. */
  readonly told: boolean;
  /** What the ids of the running attempt's events begin with. */
  readonly eventsFrom: number;
  readonly at: Target;
  readonly due: number;
  /** Somebody wants it to end; the hop that runs is asked to do it. */
  readonly cancelled?: true;
  /** Deleted by its asker. */
  readonly hidden?: true;
  /** Set once the turn has ended: when it did, and when it is forgotten. */
  readonly endedAt?: number;
  readonly expiresAt?: number;
  /** Everything that follows its end was done. */
  readonly settled?: true;
  /** What the last delivery of a job threw where all of them threw. */
  readonly lastError?: string;
  /** The turn that was asked in its place. */
  readonly retriedAs?: string;
}
