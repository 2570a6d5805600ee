import { Fault } from '@quarry/turn';
import type { Database } from './database';
import { openDatabase, type OpenOptions } from './open-database';

/**
 * Base of every store in one SQLite file. The first call opens the file, so that a call that can fail reports a damaged
 * file.
 */
export abstract class FileStore {
  private database: Database | null = null;
  private closed = false;

  /** @param options schema of the file, durability, and the remedy for damage */
  constructor(
    private readonly file: string,
    private readonly options: OpenOptions,
  ) {}

  /** Checks that the file can be used now. @throws Fault `index_damaged`, `index_newer`, `store_unavailable` */
  async ping(): Promise<void> {
    this.use();
  }

  /** Closes the file; later calls throw Fault `store_unavailable`. */
  async close(): Promise<void> {
    this.closed = true;
    this.database?.close();
    this.database = null;
  }

  /** The open file. @throws Fault as {@link ping} */
  protected use(): Database {
    if (this.closed) throw new Fault('store_unavailable', `${this.file} was used after it was closed.`);
    this.database ??= openDatabase(this.file, this.options);
    return this.database;
  }
}
