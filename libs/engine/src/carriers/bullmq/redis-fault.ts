import { Fault } from '@quarry/turn';

const WAITING = /^(LOADING|READONLY|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|BUSY|MISCONF|NOREPLICAS)\b/;

/** What a failed Redis command means to the caller. @param where the server's address, without credentials. */
export function redisFault(error: unknown, where: string): Fault {
  if (error instanceof Fault) return error;
  const message = messageOf(error);
  if (/^(NOAUTH|WRONGPASS|NOPERM|ERR invalid password)/.test(message)) {
    return new Fault(
      'redis_unavailable',
      `Redis at ${where} refuses the credentials (${message}). Correct user and password in REDIS_URL.`,
      { cause: error },
    );
  }
  const moved = /^(?:MOVED|ASK) \d+ (\S+)/.exec(message)?.[1];
  if (moved !== undefined) {
    return new Fault(
      'redis_unavailable',
      `Redis at ${where} is one node of a cluster, and another one keeps Quarry's keys: ${moved}. Give that address in REDIS_URL.`,
      { cause: error },
    );
  }
  if (/\bOOM\b/.test(message)) {
    return unavailable(
      where,
      'is out of memory. Raise its maxmemory, or wait until running turns have ended',
      error,
    );
  }
  if (WAITING.test(message)) return unavailable(where, `cannot answer now (${message}). Try again`, error);
  if (error instanceof Error && error.name === 'ReplyError') {
    return new Fault('internal', `Redis at ${where} refused a command: ${message}`, { cause: error });
  }
  return unavailable(
    where,
    `cannot be reached (${message}). Start it ('redis-server', or 'docker run -p 6379:6379 redis:7'), or correct REDIS_URL`,
    error,
  );
}

/** Errors of the network may come from another realm, where `instanceof Error` is false. */
function messageOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'message' in error
    ? String(error.message)
    : String(error);
}

function unavailable(where: string, what: string, cause: unknown): Fault {
  return new Fault('redis_unavailable', `Redis at ${where} ${what}.`, { retryable: true, cause });
}
