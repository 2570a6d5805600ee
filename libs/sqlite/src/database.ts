import { backup, type DatabaseSync } from 'node:sqlite';
import { Fault } from '@quarry/turn';
import { sqlOver, type Sql } from './sql';
import { damaged, sqliteFault } from './sqlite-fault';
import type { VerifiedState } from './verified-state';
import { View } from './view';

/** Pages that a copy reads before other work of this process continues: 16 MB. */
const PAGES_AT_ONCE = 4_096;

/**
 * One open database file. Everything runs synchronously inside a transaction, so that a call sees one state of the file
 * while other processes write, and the calls of this process never interleave.
 */
export class Database {
  private open = true;
  private readonly sql: Sql;

  /**
   * @param file where the database lies, for messages
   * @param remedy sentence that tells what to do when the file is damaged
   * @param state noted when the file is closed after a write, forgotten when a read finds damage
   * @param wrote true if opening wrote to the file
   */
  constructor(
    private readonly connection: DatabaseSync,
    readonly file: string,
    private readonly remedy: string,
    private readonly state: VerifiedState,
    private wrote: boolean,
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
    const result = this.transaction('BEGIN IMMEDIATE', work);
    this.wrote = true;
    return result;
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

  /**
   * Copies the current state of the file, page by page, also while others write. @throws Fault `index_damaged`,
   * `store_unavailable`
   */
  async copyTo(file: string): Promise<void> {
    if (!this.open) throw this.afterClosing();
    try {
      await backup(this.connection, file, { rate: PAGES_AT_ONCE });
    } catch (error) {
      throw sqliteFault(error, this.file, this.remedy);
    }
  }

  /** Copies what the write-ahead log holds into the file. @returns false if a reader of an older state prevents it */
  emptyLog(): boolean {
    const row = this.connection.prepare('PRAGMA wal_checkpoint(PASSIVE)').get();
    return row?.log === row?.checkpointed;
  }

  /** Gives room back to the disk if more than this share of the pages is free. */
  compact(share: number): void {
    const count = (pragma: string): number =>
      Number(Object.values(this.connection.prepare(`PRAGMA ${pragma}`).get() ?? {})[0]);
    if (count('freelist_count') <= share * count('page_count')) return;
    this.connection.exec('VACUUM');
    this.wrote = true;
  }

  /**
   * Reads the whole file and compares its tables with their indexes; opening verifies only a file that Quarry did not
   * leave so. @throws Fault `index_damaged` that says what is wrong
   */
  verify(): void {
    const verdicts = this.read((sql) => sql.all<{ integrity_check: string }>('PRAGMA integrity_check(3)'));
    const wrong = verdicts.map((row) => row.integrity_check).filter((verdict) => verdict !== 'ok');
    if (wrong.length === 0) return;
    this.forgetState();
    throw damaged(this.file, wrong.join('; ').split('\n').join(' '), this.remedy);
  }

  /** Gives the file back; a second call does nothing. */
  close(): void {
    if (!this.open) return;
    this.open = false;
    this.connection.close();
    if (this.wrote) this.state.note();
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
      const meaning = sqliteFault(error, this.file, this.remedy);
      if (meaning instanceof Fault && meaning.code === 'index_damaged') this.forgetState();
      throw meaning;
    }
  }

  /** Also what this process wrote is no longer a reason to trust the file. */
  private forgetState(): void {
    this.wrote = false;
    this.state.forget();
  }

  private afterClosing(): Fault {
    return new Fault('store_unavailable', `${this.file} was used after it was closed.`);
  }
}
