import { IN_EVENT_ID, isEventId, type TurnEvent, type TurnEventBody } from '@quarry/turn';

/** Attempts of a version, including those that were given back, plus one; `maxAttempts` must stay below it. */
export const ATTEMPTS_PER_VERSION = IN_EVENT_ID.version / IN_EVENT_ID.attempt;

/** Number that precedes the first event of an attempt. */
export function numberBefore(v: number, attempt: number): number {
  return v * IN_EVENT_ID.version + attempt * IN_EVENT_ID.attempt;
}

/** Precedes the first event of every turn. */
export const LOG_START = '0-0';

/**
 * A client's cursor; anything that is not an event id counts as the start of the log. An id is `ms-n`: `ms` is when the
 * attempt claimed its turn, in milliseconds since the epoch, or one more than any earlier id; `n` is defined by
 * `IN_EVENT_ID`. If a store loses work and it is repeated, the new ids are therefore greater than all that a client may
 * have seen.
 */
export function cursorFrom(after: string | undefined): string {
  return after !== undefined && isEventId(after) ? after : LOG_START;
}

/** Written by a carrier when a new attempt starts: clients discard what the previous one streamed. */
export const RESET: TurnEventBody = { type: 'reset' };

/** True for the last event of a log. */
export function isLast(event: TurnEvent): boolean {
  return event.body.type === 'turn.finished';
}
