import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Fault } from '@quarry/turn';
import { makePrivateFile, makePrivateFolder } from './private-files';
import { isBusy } from './sqlite-fault';

/**
 * Takes a lock for this process, by SQLite's exclusive lock on an empty database. The operating system releases it when
 * the process ends, for any reason.
 * @returns a function that releases the lock; null if another process holds it
 * @throws Fault `store_unavailable` if the file cannot be used
 *
 * @example
 * const unlock = lockFile(join(folder, 'index.lock'));
 * if (!unlock) throw new Fault('index_busy', 'another run is writing this index');
 */
export function lockFile(file: string): (() => void) | null {
  let database: DatabaseSync | undefined;
  try {
    makePrivateFolder(dirname(file));
    makePrivateFile(file);
    database = new DatabaseSync(file, { timeout: 0 });
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database?.close();
    if (isBusy(error)) return null;
    throw new Fault('store_unavailable', `the lock ${file} cannot be used; check its rights, or delete it`, {
      cause: error,
    });
  }
  const lock = database;
  return () => lock.close();
}
