import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Fault } from '@quarry/turn';
import { makePrivateFile, makePrivateFolder } from './private-files';
import { isBusy } from './sqlite-fault';

/**
 * Takes a lock for this process, by SQLite's exclusive lock on an empty database: the operating system gives it back when the process ends, however it ends.
 * @returns gives the lock back; null where another process holds it
 * @throws Fault `store_unavailable` where the file cannot be used
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
  const held = database;
  return () => held.close();
}
