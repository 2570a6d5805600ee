import type { Target } from '../carrier';

/** The state of a turn apart from its document and its log: plain values, which are replaced as a whole. */
export interface TurnFacts {
  readonly v: number;
  readonly fence: number;
  /** Attempts at this version that count. */
  readonly attempt: number;
  /** How often the process died while this version ran together with others, so that the cause is unknown. */
  readonly deaths: number;
  /** Claimed, and neither committed nor given back since. */
  readonly running: boolean;
  /** The next attempt starts with a reset: a previous one that does not count may have emitted events. */
  readonly told: boolean;
  /** First part of the ids of the running attempt's events. */
  readonly eventsFrom: number;
  readonly at: Target;
  readonly due: number;
  /** A cancellation was requested, and the running hop is asked to end the turn. */
  readonly cancelled?: true;
  /** Deleted by its asker. */
  readonly hidden?: true;
  /** Set once the turn has ended: when it ended, and when it expires. */
  readonly endedAt?: number;
  readonly expiresAt?: number;
  /** Everything that follows its end was done. */
  readonly settled?: true;
  /** Error of the last delivery of a job whose every delivery threw. */
  readonly lastError?: string;
  /** Id of the turn that retries it. */
  readonly retriedAs?: string;
}
