import type { TurnEvent, TurnEventBody } from '@quarry/turn';

/** Room for attempts within a version; `maxAttempts` must stay below it. */
export const ATTEMPTS_PER_VERSION = 1000;

/** Before the first event of every turn. */
export const LOG_START = '0-0';

/** Id of the `n`-th event of an attempt; version, then attempt, then `n` decide the order. */
export function eventId(v: number, attempt: number, n: number): string {
  return `${v * ATTEMPTS_PER_VERSION + attempt}-${n}`;
}

/** A client's cursor; whatever is no event id counts as the start of the log. */
export function cursorFrom(after: string | undefined): string {
  return after !== undefined && /^\d{1,12}-\d{1,12}$/.test(after) ? after : LOG_START;
}

/** The body as the log keeps it, for events that a carrier itself writes. */
export const RESET: TurnEventBody = { type: 'reset' };

/** True for the event after which a log has no more. */
export function isLast(event: TurnEvent): boolean {
  return event.body.type === 'turn.finished';
}
