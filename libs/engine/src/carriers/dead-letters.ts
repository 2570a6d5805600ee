import type { Turn } from '@quarry/turn';
import type { Target } from './target';

/**
 * A turn that ended `failed`, as those see it who watch over the installation. A job that failed is none: its turn still runs, and the watchdog gives it
 * another job.
 */
export interface DeadLetter {
  readonly turn: Turn;
  /** Service and step that the turn ended at. */
  readonly service: string;
  readonly at: string;
  /** How often the last hop was begun; 0 where the turn ended before that. */
  readonly attempts: number;
  /** Milliseconds since the epoch. */
  readonly endedAt: number;
  /** What the last delivery of a job threw where all of them threw: the reason of the turn may be no more than its deadline. */
  readonly lastError: string | null;
  /** Id of the turn that was asked in its place. */
  readonly retriedAs: string | null;
}

/** Where a list goes on: after this one. */
export interface DeadLetterCursor {
  readonly endedAt: number;
  readonly turnId: string;
}

/** Turns of all tenants that ended `failed`, for as long as their documents are kept; those that measure a pipeline are not among them. */
export interface DeadLetters {
  /** Those that were not asked again, last ended first (ties by id, descending), at most `limit`. */
  deadLetters(limit: number, after?: DeadLetterCursor): Promise<readonly DeadLetter[]>;
  /** One of them, also where it was asked again. */
  deadLetter(turnId: string): Promise<DeadLetter | null>;
  /**
   * Starts `turn` in the place of a dead letter, which remembers it: one atomic step, and once, whoever asks how often. The failed turn itself stays as it ended.
   * Null where there is no such dead letter.
   */
  retry(
    turnId: string,
    turn: Turn,
    entry: Target,
  ): Promise<{ readonly turnId: string; readonly existing: boolean } | null>;
}

/** Is this one behind the cursor? */
export function isBehind({ turn, endedAt }: DeadLetter, after: DeadLetterCursor | undefined): boolean {
  if (after === undefined || endedAt < after.endedAt) return true;
  return endedAt === after.endedAt && turn.id < after.turnId;
}
