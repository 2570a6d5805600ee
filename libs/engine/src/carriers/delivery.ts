/** Deliveries of one job before it counts as failed and is left to the watchdog. */
export const DELIVERIES = 3;

/** First pause before a job is delivered again, in milliseconds; it doubles each time. */
export const REDELIVERY_MS = 200;

/** Hops that one service runs at a time in one process. */
export const DEFAULT_CONCURRENCY = 20;

/** How long a hop may take to hand back what it has, once `close()` waits no longer, in milliseconds. */
export const HAND_BACK_MS = 2_000;

/** A hop that this process cannot run is delivered again after so many milliseconds, for another one to take. */
export const ELSEWHERE_MS = 500;

/** A hop that waits for another one to be over is delivered again after so many milliseconds. */
export const LATER_MS = 1_000;

/** No job is put off for longer, in milliseconds. */
export const LONGEST_PAUSE_MS = Math.max(LATER_MS, ELSEWHERE_MS, REDELIVERY_MS * 2 ** (DELIVERIES - 2));

/** How long `close()` waits for running hops, in milliseconds. */
export const DEFAULT_CLOSE_MS = 10_000;
