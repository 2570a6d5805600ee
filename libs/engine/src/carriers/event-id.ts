import type { TurnEvent, TurnEventBody } from '@quarry/turn';

/**
 * An event's id is `(version · ATTEMPTS_PER_VERSION + attempt)-n`: version, then attempt, then number decide the order.
 * `maxAttempts` must stay below it.
 */
export const ATTEMPTS_PER_VERSION = 1000;

/** Before the first event of every turn. */
const LOG_START = '0-0';

/** A client's cursor; whatever is no event id counts as the start of the log. */
export function cursorFrom(after: string | undefined): string {
  return after !== undefined && /^\d{1,12}-\d{1,12}$/.test(after) ? after : LOG_START;
}

/** What a carrier writes when a new attempt begins: forget what the former one streamed. */
export const RESET: TurnEventBody = { type: 'reset' };

/** True for the event after which a log has no more. */
export function isLast(event: TurnEvent): boolean {
  return event.body.type === 'turn.finished';
}
