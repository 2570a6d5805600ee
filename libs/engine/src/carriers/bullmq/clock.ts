import type { Turn } from '@quarry/turn';

/**
 * Clocks that differ by less than this count as equal, in milliseconds. Network latency can explain such a difference.
 */
export const SAME_CLOCK_MS = 5_000;

/**
 * Converts the times of a turn from the server's clock to this process's clock.
 * @param now recent time of the server's clock, in milliseconds since the epoch
 */
export function inLocalTime(turn: Turn, now: number, here: number = Date.now()): Turn {
  const ahead = here - now;
  if (Math.abs(ahead) < SAME_CLOCK_MS) return turn;
  return { ...turn, askedAt: turn.askedAt + ahead, deadline: turn.deadline + ahead };
}
