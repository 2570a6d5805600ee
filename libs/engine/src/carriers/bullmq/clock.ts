import type { Turn } from '@quarry/turn';

/** Clocks that differ by less count as the same, in milliseconds: as much may be the way to the server. */
export const SAME_CLOCK_MS = 5_000;

/**
 * The turn in the time of this process: its times are kept in the server's.
 * @param now what the server's clock said a moment ago, in milliseconds since the epoch
 */
export function inLocalTime(turn: Turn, now: number, here: number = Date.now()): Turn {
  const ahead = here - now;
  if (Math.abs(ahead) < SAME_CLOCK_MS) return turn;
  return { ...turn, askedAt: turn.askedAt + ahead, deadline: turn.deadline + ahead };
}
