import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { Fault } from '@quarry/turn';
import { sqliteFault } from './sqlite-fault';

/** Positional (`?`) or named (`:name`) values of a statement. */
export type Parameters = readonly SQLInputValue[] | Readonly<Record<string, SQLInputValue>>;

/** Statements inside a transaction. Rows are trusted to have the shape that the statement selects. */
export interface Sql {
  all<Row>(statement: string, parameters?: Parameters): Row[];
  get<Row>(statement: string, parameters?: Parameters): Row | undefined;
  /** Rows inserted, changed or deleted, and the id of the last one inserted. */
  run(statement: string, parameters?: Parameters): { readonly changes: number; readonly id: number };
}

/**
 * One open database file. Everything runs synchronously inside a transaction, so that a call sees one state of the file
 * whatever other processes do, and the calls of this process never interleave.
 */
export class Database {
  private readonly statements = new Map<string, StatementSync>();
  private open = true;
  private readonly sql: Sql = {
    all: <Row>(statement: string, parameters: Parameters = []) =>
      (isPositional(parameters)
        ? this.prepared(statement).all(...parameters)
        : this.prepared(statement).all(parameters)) as Row[],
    get: <Row>(statement: string, parameters: Parameters = []) =>
      (isPositional(parameters)
        ? this.prepared(statement).get(...parameters)
        : this.prepared(statement).get(parameters)) as Row | undefined,
    run: (statement, parameters = []) => {
      const done = isPositional(parameters)
        ? this.prepared(statement).run(...parameters)
        : this.prepared(statement).run(parameters);
      return { changes: Number(done.changes), id: Number(done.lastInsertRowid) };
    },
  };

  /**
   * @param file where the database lies, for messages
   * @param remedy sentence that tells what to do when the file is damaged
   */
  constructor(
    private readonly connection: DatabaseSync,
    readonly file: string,
    private readonly remedy: string,
  ) {}

  /** Runs `work` on one consistent state of the file. @throws Fault `index_damaged`, `store_unavailable`. */
  read<Result>(work: (sql: Sql) => Result): Result {
    return this.transaction('BEGIN', work);
  }

  /**
   * Runs `work` as the only writer: all of it or nothing. Waits for other writers.
   * @throws Fault `store_unavailable` (retryable) where another process holds the file for too long, `index_damaged`
   */
  write<Result>(work: (sql: Sql) => Result): Result {
    return this.transaction('BEGIN IMMEDIATE', work);
  }

  /** Gives the file back; a second call does nothing. */
  close(): void {
    if (!this.open) return;
    this.open = false;
    this.statements.clear();
    this.connection.close();
  }

  private transaction<Result>(begin: string, work: (sql: Sql) => Result): Result {
    if (!this.open) throw new Fault('store_unavailable', `${this.file} was used after it was closed.`);
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

  private prepared(statement: string): StatementSync {
    const known = this.statements.get(statement);
    if (known) return known;
    const fresh = this.connection.prepare(statement);
    this.statements.set(statement, fresh);
    return fresh;
  }
}

function isPositional(parameters: Parameters): parameters is readonly SQLInputValue[] {
  return Array.isArray(parameters);
}
