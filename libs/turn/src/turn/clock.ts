/**
 * Tells the time to code that waits for a time to pass, so that a test need not wait: it moves the clock.
 * Two global objects are clocks: `Date`, by the epoch, and `performance`, which nobody can set back.
 * @example
 * const remembered = new Remembered<string>(2_000, 100, Date);
 */
export interface Clock {
  /** The time in milliseconds. */
  now(): number;
}
