import { IN_EVENT_ID, isEventId, type TurnEvent, type TurnEventBody } from '@quarry/turn';

/** Attempts of a version, those that were given back included, and one more; `maxAttempts` must stay below it. */
export const ATTEMPTS_PER_VERSION = IN_EVENT_ID.version / IN_EVENT_ID.attempt;

/** What comes before the number of an event in its attempt. */
export function numberBefore(v: number, attempt: number): number {
  return v * IN_EVENT_ID.version + attempt * IN_EVENT_ID.attempt;
}

/** Before the first event of every turn. */
export const LOG_START = '0-0';

/**
 * A client's cursor; whatever is no event id counts as the start of the log. An id is `ms-n`: when the attempt claimed its turn, in milliseconds since the epoch, or one more than
 * any id before; and what `IN_EVENT_ID` says. Ids of work that is done again, since its store forgot it, are therefore greater than all that a client may have seen.
 */
export function cursorFrom(after: string | undefined): string {
  return after !== undefined && isEventId(after) ? after : LOG_START;
}

/** What a carrier writes when a new attempt begins: forget what the former one streamed. */
export const RESET: TurnEventBody = { type: 'reset' };

/** True for the event after which a log has no more. */
export function isLast(event: TurnEvent): boolean {
  return event.body.type === 'turn.finished';
}
