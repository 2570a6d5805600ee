import { Fault } from '@quarry/turn';
import type { Database } from './database';
import { openDatabase, type OpenOptions } from './open-database';

/** What every store in one SQLite file has: a file that the first call opens, so that a damaged one is reported by a call that can fail. */
export abstract class FileStore {
  private database: Database | null = null;
  private closed = false;

  /** @param options schema of the file, durability, and what to do where it is damaged */
  constructor(
    private readonly file: string,
    private readonly options: OpenOptions,
  ) {}

  /** Can the file be used now? @throws Fault `index_damaged`, `index_newer`, `store_unavailable` */
  async ping(): Promise<void> {
    this.use();
  }

  /** Gives the file back; calls after it throw Fault `store_unavailable`. */
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
