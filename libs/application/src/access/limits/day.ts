/** Milliseconds of a day. Budgets use days in UTC, which all have the same length. */
export const DAY_MS = 86_400_000;

/** The day (UTC) of a time in milliseconds, e.g. `2026-11-22`. */
export function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** Milliseconds until the next day (UTC). */
export function untilTomorrow(now: number): number {
  return DAY_MS - (now % DAY_MS);
}
