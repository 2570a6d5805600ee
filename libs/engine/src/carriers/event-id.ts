import { isEventId, type TurnEvent, type TurnEventBody } from '@quarry/turn';

/** Before the first event of every turn. */
export const LOG_START = '0-0';

/**
 * A client's cursor; whatever is no event id counts as the start of the log. An id is `ms-n`: when the attempt claimed its turn, in milliseconds since the epoch, or one more than
 * any id before; and the number of the event in the attempt. Ids of work that is done again, since its store forgot it, are therefore greater than all that a client may have seen.
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
