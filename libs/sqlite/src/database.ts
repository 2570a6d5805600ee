import type { DatabaseSync } from 'node:sqlite';
import { Fault } from '@quarry/turn';
import { sqlOver, type Sql } from './sql';
import { sqliteFault } from './sqlite-fault';
import { View } from './view';

/**
 * One open database file. Everything runs synchronously inside a transaction, so that a call sees one state of the file
 * while other processes write, and the calls of this process never interleave.
 */
export class Database {
  private open = true;
  private readonly sql: Sql;

  /**
   * @param file path of the database, for messages
   * @param remedy sentence that tells what to do if the file is damaged
   */
  constructor(
    private readonly connection: DatabaseSync,
    readonly file: string,
    private readonly remedy: string,
  ) {
    this.sql = sqlOver(connection);
  }

  /** Runs `work` on one consistent state of the file. @throws Fault `index_damaged`, `store_unavailable`. */
  read<Result>(work: (sql: Sql) => Result): Result {
    return this.transaction('BEGIN', work);
  }

  /**
   * Runs `work` as the only writer, atomically. Waits for other writers.
   * @throws Fault `store_unavailable` (retryable) if another process locks the file for too long, `index_damaged`
   */
  write<Result>(work: (sql: Sql) => Result): Result {
    return this.transaction('BEGIN IMMEDIATE', work);
  }

  /**
   * A view of the current state of the file, for long reads during writes. It outlives this object; the caller closes
   * it.
   * @throws Fault `index_damaged`, `store_unavailable`
   */
  view(): View {
    if (!this.open) throw this.afterClosing();
    return new View(this.file, this.remedy);
  }

  /** Closes the file; a second call does nothing. */
  close(): void {
    if (!this.open) return;
    this.open = false;
    this.connection.close();
  }

  private transaction<Result>(begin: string, work: (sql: Sql) => Result): Result {
    if (!this.open) throw this.afterClosing();
    try {
      this.connection.exec(begin);
      const result = work(this.sql);
      this.connection.exec('COMMIT');
      return result;
    } catch (error) {
      // SQLite has already rolled back after some errors, e.g. a full disk.
      if (this.connection.isTransaction) this.connection.exec('ROLLBACK');
      throw sqliteFault(error, this.file, this.remedy);
    }
  }

  private afterClosing(): Fault {
    return new Fault('store_unavailable', `${this.file} was used after it was closed.`);
  }
}
