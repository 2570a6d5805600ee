/** Deliveries of one job before it counts as failed and is left to the watchdog. */
export const DELIVERIES = 3;

/** First pause before a job is delivered again, in milliseconds; it doubles each time. */
export const REDELIVERY_MS = 200;

/** Hops that one service runs at a time in one process. */
export const DEFAULT_CONCURRENCY = 20;

/** How long `close()` waits for running hops, in milliseconds. */
export const DEFAULT_CLOSE_MS = 10_000;
