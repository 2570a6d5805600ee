const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Milliseconds between attempts: eight attempts within about eighteen hours. */
export const RETRY_AFTER: readonly number[] = [
  5 * SECOND,
  30 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
];

/** A webhook that has failed for this long is disabled when another delivery is given up. */
export const DISABLED_AFTER = 3 * 24 * HOUR;

/** How long ended deliveries are kept. */
export const KEPT_FOR = 3 * 24 * HOUR;

/**
 * Milliseconds until the next attempt after this many. Up to a tenth is random, so that simultaneous failures are not
 * retried simultaneously. Null: the delivery is given up.
 */
export function retryAfter(attempts: number, random: () => number = Math.random): number | null {
  const wait = RETRY_AFTER[attempts - 1];
  return wait === undefined ? null : Math.round(wait * (1 + 0.1 * random()));
}
