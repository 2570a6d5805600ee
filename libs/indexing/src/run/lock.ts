import { lockFile } from '@quarry/sqlite';
import { Fault } from '@quarry/turn';

/**
 * Takes the lock of an index for this process.
 * @returns a function that releases the lock
 * @throws Fault `index_busy` if another run holds it, `store_unavailable` if the file cannot be used
 *
 * @example
 * const release = lockIndex('/data/index.lock');
 * try { await write(); } finally { release(); }
 */
export function lockIndex(file: string): () => void {
  const unlock = lockFile(file);
  if (unlock) return unlock;
  throw new Fault(
    'index_busy',
    `another run is writing this index (${file}); wait until it finishes, or stop it`,
    { retryable: true },
  );
}
