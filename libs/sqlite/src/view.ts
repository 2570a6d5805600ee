import { DatabaseSync } from 'node:sqlite';
import { sqlOver, type Sql } from './sql';
import { sqliteFault } from './sqlite-fault';

/** Longest wait for a lock, in milliseconds; readers wait only while another process recovers the file. */
const BUSY_TIMEOUT_MS = 10_000;

/**
 * One state of a database file, kept by a read transaction on its own connection, to read more than fits into memory
 * while others write. Until it is closed, the write-ahead log cannot be truncated.
 */
export class View {
  private readonly connection: DatabaseSync;
  private readonly sql: Sql;

  /** @throws Fault `index_damaged`, `store_unavailable` */
  constructor(
    private readonly file: string,
    private readonly remedy: string,
  ) {
    let connection: DatabaseSync | undefined;
    try {
      connection = new DatabaseSync(file, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
      connection.exec('BEGIN');
      this.sql = sqlOver(connection);
      // The first read fixes the state.
      this.sql.get('SELECT count(*) FROM sqlite_schema');
      this.connection = connection;
    } catch (error) {
      connection?.close();
      throw sqliteFault(error, file, remedy);
    }
  }

  /** Runs a read. @throws Fault `index_damaged`, `store_unavailable` */
  read<Result>(work: (sql: Sql) => Result): Result {
    try {
      return work(this.sql);
    } catch (error) {
      throw sqliteFault(error, this.file, this.remedy);
    }
  }

  close(): void {
    this.connection.close();
  }
}
