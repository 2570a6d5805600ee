const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Milliseconds from one attempt to the next: eight attempts within about eighteen hours. */
export const RETRY_AFTER: readonly number[] = [
  5 * SECOND,
  30 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
];

/** A webhook whose deliveries have failed for so long is disabled when one more is given up. */
export const DISABLED_AFTER = 3 * 24 * HOUR;

/** Deliveries that are over are kept for so long. */
export const KEPT_FOR = 3 * 24 * HOUR;

/**
 * Milliseconds until the next attempt after so many, up to a tenth more at random, so that what failed together does not come again together; null: it is given
 * up.
 */
export function retryAfter(attempts: number, random: () => number = Math.random): number | null {
  const wait = RETRY_AFTER[attempts - 1];
  return wait === undefined ? null : Math.round(wait * (1 + 0.1 * random()));
}
