import type { Turn } from '@quarry/turn';
import type { Target } from './target';

/**
 * A turn that ended `failed`, as operators see it. A failed job is not a dead letter: its turn still runs, and the
 * watchdog gives it another job.
 */
export interface DeadLetter {
  readonly turn: Turn;
  /** Service and step at which the turn ended. */
  readonly service: string;
  readonly at: string;
  /** Number of attempts of the last hop; 0 if the turn ended before its first. */
  readonly attempts: number;
  /** Milliseconds since the epoch. */
  readonly endedAt: number;
  /** Error of the last delivery of a job whose every delivery threw. The turn's own reason may be only its deadline. */
  readonly lastError: string | null;
  /** Id of the turn that retries it. */
  readonly retriedAs: string | null;
}

/** The position after which the next page of a list starts. */
export interface DeadLetterCursor {
  readonly endedAt: number;
  readonly turnId: string;
}

/**
 * Turns of all tenants that ended `failed`, for as long as their documents are kept. Turns that measure a pipeline are
 * excluded.
 */
export interface DeadLetters {
  /** Those that were not retried, last ended first (ties by id, descending), at most `limit`. */
  deadLetters(limit: number, after?: DeadLetterCursor): Promise<readonly DeadLetter[]>;
  /** One of them, also if it was retried. */
  deadLetter(turnId: string): Promise<DeadLetter | null>;
  /**
   * Starts `turn` as the retry of a dead letter, and records its id there, in one atomic step. A dead letter is retried
   * once, however many callers ask. The failed turn itself does not change. Null if there is no such dead letter.
   */
  retry(
    turnId: string,
    turn: Turn,
    entry: Target,
  ): Promise<{ readonly turnId: string; readonly existing: boolean } | null>;
}

/** Whether this one follows the cursor. */
export function isBehind({ turn, endedAt }: DeadLetter, after: DeadLetterCursor | undefined): boolean {
  if (after === undefined || endedAt < after.endedAt) return true;
  return endedAt === after.endedAt && turn.id < after.turnId;
}
