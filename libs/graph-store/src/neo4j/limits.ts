/**
 * Milliseconds. An unreachable server costs one call at most `retry` and an attempt; a silent one costs `read`, `retry`
 * and `grace`, or `acquire` if the connection was idle; then, if it was reached before, the time on a fresh connection.
 * Until it responds again, later calls cost nothing, or one attempt (see `pause`).
 */
export const LIMITS = {
  connect: 3_000,
  acquire: 4_000,
  /** A connection that was idle for longer is tested before it is used. */
  idle: 1_000,
  /** Duration of a transaction's retries if the server recommends them. */
  retry: 5_000,
  /** A server that has just started takes seconds for its first statement. */
  ping: 10_000,
  /** Of a transaction, on the server. */
  read: 10_000,
  write: 120_000,
  /** To create and fill indexes. */
  schema: 120_000,
  /** Extra time for the server to report its own timeout. */
  grace: 3_000,
  /** Duration of the circuit breaker: calls fail immediately after the server was unreachable. */
  pause: 2_000,
} as const;

/** The result of `work`, or the error from `late` if it takes longer than `limit`. */
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
