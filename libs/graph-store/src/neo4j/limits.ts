/**
 * Milliseconds. A dead server costs one call at most `retry` and an attempt, a silent one `read`, `retry` and `grace`, or `acquire` where the
 * connection was idle; then, where it was reached before, what it takes on a fresh connection. Until it answers again, the calls after that cost
 * nothing, or one attempt (see `pause`).
 */
export const LIMITS = {
  connect: 3_000,
  acquire: 4_000,
  /** A connection that was idle for longer is tried before it is used. */
  idle: 1_000,
  /** How long a transaction is tried again where the server says that this helps. */
  retry: 5_000,
  /** A server that has just started takes seconds for its first statement. */
  ping: 10_000,
  /** Of a transaction, on the server. */
  read: 10_000,
  write: 120_000,
  /** To make indexes and to fill them. */
  schema: 120_000,
  /** What the server is given after a limit to say itself that it gave up. */
  grace: 3_000,
  /** After the server was not reached, calls fail at once for this long. */
  pause: 2_000,
} as const;

/** The result of `work`, or the error that `late` gives where it takes longer than `limit`. */
export async function before<Result>(
  limit: number,
  work: Promise<Result>,
  late: () => Error,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const alarm = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(late());
    }, limit);
  });
  try {
    return await Promise.race([work, alarm]);
  } finally {
    clearTimeout(timer);
  }
}
