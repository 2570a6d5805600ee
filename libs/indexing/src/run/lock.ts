import { lockFile } from '@quarry/sqlite';
import { Fault } from '@quarry/turn';

/**
 * Takes the lock of an index for this process.
 * @returns gives the lock back
 * @throws Fault `index_busy` where another run holds it, `store_unavailable` where the file cannot be used
 */
export function lockIndex(file: string): () => void {
  const unlock = lockFile(file);
  if (unlock) return unlock;
  throw new Fault(
    'index_busy',
    `another run is writing this index (${file}); wait until it is done, or end it`,
    { retryable: true },
  );
}
