import { DatabaseSync } from 'node:sqlite';
import { Fault } from '@quarry/turn';
import * as sqliteVec from 'sqlite-vec';
import { Database } from './database';
import { makePrivateFile } from './private-files';
import { damaged, isBusy, sqliteFault, systemFault } from './sqlite-fault';
import { VerifiedState } from './verified-state';

export interface OpenOptions {
  /**
   * Four bytes in the file's header that identify the store that wrote it, so that no store opens another one's file.
   */
  readonly applicationId: number;
  /** Format that this version of the store writes, ≥ 1; stored in the file as `user_version`. */
  readonly schemaVersion: number;
  /** Migrates the tables from version `from` (0: a new file) to `schemaVersion`; runs in one transaction. */
  readonly migrate: (connection: DatabaseSync, from: number) => void;
  /** Loads sqlite-vec: `vec_distance_cosine` and similar functions. */
  readonly loadVector?: boolean;
  /**
   * `full`: a commit is on the disk when the call returns, even if the machine loses power. `normal` (default): a
   * commit survives the death of the process; after a power failure the last commits may be missing, but the file is
   * intact.
   */
  readonly durability?: 'normal' | 'full';
  /** Sentence that ends the message of a damaged or newer file: how to get a good one. */
  readonly remedy: string;
}

/**
 * Maximum memory for pages of one file, in KiB; allocated as needed. Exact kNN over 20,000 vectors of 384 fits (1.5
 * times as fast).
 */
const CACHE_KIB = 131_072;

/**
 * Pages in the write-ahead log before they are copied into the file: 32 MB. SQLite's 1,000 let a run that writes much
 * copy the same pages often, and wait for the disk each time.
 */
const PAGES_IN_LOG = 8_000;

/** Longest wait for another process's lock, in milliseconds. */
const BUSY_TIMEOUT_MS = 10_000;

/**
 * Opens or creates a database file, and verifies its pages unless they are as Quarry left them ({@link VerifiedState}).
 * The file uses WAL, so that readers in any process can run during a write.
 * @throws Fault `index_damaged` (not a database, inconsistent pages, another program's file), `index_newer`,
 *   `store_unavailable`
 *
 * @example
 * const database = openDatabase('/srv/quarry/notes.db', {
 *   applicationId: 0x51740001,
 *   schemaVersion: 1,
 *   migrate: (connection) => connection.exec('CREATE TABLE note (text TEXT NOT NULL) STRICT'),
 *   remedy: 'Delete the file: it is a cache.',
 * });
 * database.write((sql) => sql.run('INSERT INTO note VALUES (?)', ['paid']));
 */
export function openDatabase(file: string, options: OpenOptions): Database {
  let connection: DatabaseSync | undefined;
  try {
    makePrivateFile(file);
    connection = new DatabaseSync(file, {
      timeout: BUSY_TIMEOUT_MS,
      allowExtension: options.loadVector === true,
    });
    const state = new VerifiedState(file);
    const wrote = prepare(connection, file, options, state);
    return new Database(connection, file, options.remedy, state, wrote);
  } catch (error) {
    connection?.close();
    throw systemFault(sqliteFault(error, file, options.remedy), file);
  }
}

/** @returns true if it wrote to the file */
function prepare(
  connection: DatabaseSync,
  file: string,
  options: OpenOptions,
  state: VerifiedState,
): boolean {
  if (options.loadVector) {
    sqliteVec.load(connection);
    connection.enableLoadExtension(false);
  }
  // Writes nothing before it has identified the program that the file belongs to.
  const isNew = pragma(connection, 'schema_version') === 0;
  const version = pragma(connection, 'user_version');
  if (!isNew) {
    checkOwner(connection, file, options, version);
    if (!state.isCurrent()) state.noteAfter(() => verifyPages(connection, file, options.remedy));
  }
  useWal(connection);
  connection.exec(
    `PRAGMA synchronous = ${options.durability === 'full' ? 'FULL' : 'NORMAL'};
     PRAGMA wal_autocheckpoint = ${PAGES_IN_LOG}; PRAGMA journal_size_limit = 67108864; PRAGMA cache_size = -${CACHE_KIB}; PRAGMA temp_store = MEMORY;
     PRAGMA secure_delete = ON;`,
  );
  if (version >= options.schemaVersion) return false;
  migrate(connection, options);
  return true;
}

function checkOwner(connection: DatabaseSync, file: string, options: OpenOptions, version: number): void {
  if (pragma(connection, 'application_id') !== options.applicationId)
    throw damaged(file, 'it is the database of another program', options.remedy);
  if (version > options.schemaVersion)
    throw new Fault(
      'index_newer',
      `${file} was written by a newer Quarry (format ${version}; this one reads up to ${options.schemaVersion}). ` +
        `Update Quarry. Otherwise: ${options.remedy}`,
    );
}

/** Reads the whole file. @throws Fault `index_damaged` */
function verifyPages(connection: DatabaseSync, file: string, remedy: string): void {
  const [verdict] = Object.values(connection.prepare('PRAGMA quick_check(1)').get() ?? {});
  if (verdict !== 'ok') throw damaged(file, String(verdict).split('\n').join(' '), remedy);
}

/** Another process that opens the same new file may hold a lock for which SQLite does not wait here. */
function useWal(connection: DatabaseSync): void {
  const giveUpAt = Date.now() + BUSY_TIMEOUT_MS;
  for (;;) {
    try {
      connection.exec('PRAGMA journal_mode = WAL');
      return;
    } catch (error) {
      if (!isBusy(error) || Date.now() > giveUpAt) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
}

function migrate(connection: DatabaseSync, options: OpenOptions): void {
  connection.exec('BEGIN IMMEDIATE');
  // Read again under the lock: another process may have migrated meanwhile.
  const from = pragma(connection, 'user_version');
  if (from < options.schemaVersion) {
    options.migrate(connection, from);
    connection.exec(
      `PRAGMA application_id = ${options.applicationId}; PRAGMA user_version = ${options.schemaVersion}`,
    );
  }
  connection.exec('COMMIT');
}

function pragma(
  connection: DatabaseSync,
  name: 'schema_version' | 'user_version' | 'application_id',
): number {
  const [value] = Object.values(connection.prepare(`PRAGMA ${name}`).get() ?? {});
  return Number(value);
}
