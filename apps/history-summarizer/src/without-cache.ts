import { Fault } from '@quarry/turn';

const STORE_FAULTS: ReadonlySet<string> = new Set([
  'store_unavailable',
  'index_damaged',
  'index_newer',
  'redis_unavailable',
]);

/**
 * Why the session's cache could not be used, for the turn's log: a turn goes on without it, and searches for what it would have
 * remembered. @throws the error where it is of another kind
 */
export function withoutCache(error: unknown): string {
  if (error instanceof Fault && STORE_FAULTS.has(error.code))
    return `went on without the session's cache: ${error.message}`;
  throw error;
}
