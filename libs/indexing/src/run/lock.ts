import { DatabaseSync } from 'node:sqlite';
import { makePrivateFile } from '@quarry/sqlite';
import { Fault } from '@quarry/turn';

const SQLITE_BUSY = 5;

/**
 * Takes the lock of an index for this process, by SQLite's exclusive lock on an empty database: the operating system gives it back
 * when the process ends, however it ends.
 * @returns gives the lock back
 * @throws Fault `index_busy` where another run holds it, `store_unavailable` where the file cannot be used
 */
export function lockIndex(file: string): () => void {
  let database: DatabaseSync | undefined;
  try {
    makePrivateFile(file);
    database = new DatabaseSync(file, { timeout: 0 });
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database?.close();
    if (typeof error === 'object' && error !== null && 'errcode' in error && error.errcode === SQLITE_BUSY) {
      throw new Fault(
        'index_busy',
        `another run is writing this index (${file}); wait until it is done, or end it`,
        {
          retryable: true,
          cause: error,
        },
      );
    }
    throw new Fault('store_unavailable', `the lock ${file} cannot be used; check its rights, or delete it`, {
      cause: error,
    });
  }
  const held = database;
  return () => held.close();
}
