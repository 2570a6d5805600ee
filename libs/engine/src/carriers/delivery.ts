/** Deliveries of one job before it counts as failed and is left to the watchdog. */
export const DELIVERIES = 3;

/** First pause before a job is delivered again, in milliseconds; doubles each time. */
export const REDELIVERY_MS = 200;

/** Concurrent hops per service in one process. */
export const DEFAULT_CONCURRENCY = 20;

/**
 * Hops that a turn may run in one process without a queue while other turns wait in the next queue. After them, it goes
 * through the queue, behind those.
 */
export const HOPS_BEFORE_OTHERS = 4;

/** Milliseconds that a hop has to hand back its work once `close()` no longer waits. */
export const HAND_BACK_MS = 2_000;

/** Pause before a hop that this process cannot run is delivered again, in milliseconds, for another process to take. */
export const ELSEWHERE_MS = 500;

/** Pause before a hop that waits for the end of another one is delivered again, in milliseconds. */
export const LATER_MS = 1_000;

/** Longest pause of a job, in milliseconds. */
export const LONGEST_PAUSE_MS = Math.max(LATER_MS, ELSEWHERE_MS, REDELIVERY_MS * 2 ** (DELIVERIES - 2));

/** Milliseconds that `close()` waits for running hops. */
export const DEFAULT_CLOSE_MS = 10_000;
