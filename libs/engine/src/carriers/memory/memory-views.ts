import { defined } from '@quarry/turn';
import type { TurnView } from '../carrier';
import { isBehind, type DeadLetter, type DeadLetterCursor } from '../dead-letters';
import type { TurnState } from './memory-turns';

/** A turn as clients see it; null once it has expired. */
export function viewOf({ turn, facts }: TurnState, now: number): TurnView | null {
  const { v, at, endedAt, expiresAt, hidden } = facts;
  if ((expiresAt ?? Infinity) <= now) return null;
  const status = expiresAt === undefined ? 'running' : 'ended';
  return { turn, v, at: at.step, status, ...defined({ endedAt }), ...(hidden ? { hidden } : {}) };
}

/** A tenant's turns, newest first, without those that measure or that were deleted. @param all oldest first */
export function recentOf(all: Iterable<TurnState>, tenant: string, limit: number, now: number): TurnView[] {
  return [...all]
    .filter((state) => state.tenant === tenant && state.facts.hidden !== true)
    .filter(({ turn }) => turn.options.measuring !== true)
    .flatMap((state) => viewOf(state, now) ?? [])
    .reverse()
    .slice(0, Math.max(0, limit));
}

/** A turn as a dead letter; null if it is not one. */
export function deadLetterOf(state: TurnState, now: number): DeadLetter | null {
  const { turn, facts } = state;
  const { at, attempt, endedAt, expiresAt = 0, lastError = null, retriedAs = null, hidden } = facts;
  if (endedAt === undefined || hidden === true || expiresAt <= now) return null;
  if (turn.end?.outcome !== 'failed' || turn.options.measuring === true) return null;
  return { turn, service: at.service, at: at.step, attempts: attempt, endedAt, lastError, retriedAs };
}

/** Those that were not retried, in the order of the port. */
export function deadLettersOf(
  all: Iterable<TurnState>,
  limit: number,
  after: DeadLetterCursor | undefined,
  now: number,
): DeadLetter[] {
  return [...all]
    .flatMap((state) => deadLetterOf(state, now) ?? [])
    .filter((letter) => letter.retriedAs === null && isBehind(letter, after))
    .toSorted((a, b) => b.endedAt - a.endedAt || (a.turn.id < b.turn.id ? 1 : -1))
    .slice(0, Math.max(0, limit));
}
