import { rmSync } from 'node:fs';
import { openDatabase } from '@quarry/sqlite';
import type { Database, OpenOptions } from '@quarry/sqlite';
import { Fault } from '@quarry/turn';
import type { FoundSecret } from '@quarry/secrets';
import type { FileFacts } from '../facts';

const SCHEMA: OpenOptions = {
  applicationId: 0x51464331,
  schemaVersion: 3,
  migrate: (connection, from) => {
    if (from < 1)
      connection.exec(`
        CREATE TABLE facts (
          path TEXT NOT NULL, hash TEXT NOT NULL, body TEXT NOT NULL, run INTEGER NOT NULL, PRIMARY KEY (path, hash)
        ) STRICT;
        CREATE TABLE mark (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;`);
    if (from < 2)
      connection.exec(`
      CREATE TABLE reading (hash TEXT PRIMARY KEY, body TEXT NOT NULL, run INTEGER NOT NULL) STRICT;
      CREATE TABLE summary (key TEXT PRIMARY KEY, text TEXT NOT NULL) STRICT;`);
    // Earlier facts were read from unmasked texts.
    connection.exec(`
      DELETE FROM facts;
      CREATE TABLE scan (key TEXT PRIMARY KEY, body TEXT NOT NULL, run INTEGER NOT NULL) STRICT;`);
  },
  remedy: 'It is a cache: delete it.',
};

/** Number of runs after which unused facts are removed: enough to switch back and forth between branches. */
const KEPT_RUNS = 20;

/** The result of reading a document. Every run reports it, although the document is read once. */
export interface DocumentReading {
  /** Why it could not be read; absent if it was read. */
  readonly refused?: string;
  /** No readable text was found; an HTML page may then be indexed as plain text. */
  readonly noText?: boolean;
  readonly remarks: readonly string[];
}

/** The result of a search for secrets; it never contains a value. */
export interface SecretScan {
  /** Digest of the masked text; null if nothing was found. */
  readonly digest: string | null;
  readonly found: readonly FoundSecret[];
}

/**
 * Caches the facts of files by path and hash, so that a run parses only changed files, and keeps marks that a run
 * leaves for the next one. It can be deleted at any time. A damaged cache, or one of a newer Quarry, is recreated.
 */
export class FactsCache {
  readonly #run: number;

  private constructor(private readonly database: Database) {
    this.#run = database.write((sql) => {
      const next =
        Number(sql.get<{ value: string }>("SELECT value FROM mark WHERE name = 'run'")?.value ?? 0) + 1;
      sql.run("INSERT OR REPLACE INTO mark VALUES ('run', ?)", [String(next)]);
      sql.run('DELETE FROM facts WHERE run < ?', [next - KEPT_RUNS]);
      sql.run('DELETE FROM reading WHERE run < ?', [next - KEPT_RUNS]);
      sql.run('DELETE FROM scan WHERE run < ?', [next - KEPT_RUNS]);
      return next;
    });
  }

  static open(file: string): FactsCache {
    try {
      return new FactsCache(openDatabase(file, SCHEMA));
    } catch (error) {
      if (!(error instanceof Fault) || !/^index_(damaged|newer)$/.test(error.code)) throw error;
      for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
      return new FactsCache(openDatabase(file, SCHEMA));
    }
  }

  /** Looks up the facts of many files at once, in the given order; null for unknown files. */
  get(files: readonly { readonly path: string; readonly hash: string }[]): readonly (FileFacts | null)[] {
    return this.database.write((sql) =>
      files.map(({ path, hash }) => {
        const row = sql.get<{ body: string }>(
          'UPDATE facts SET run = ? WHERE path = ? AND hash = ? RETURNING body',
          [this.#run, path, hash],
        );
        return row ? (JSON.parse(row.body) as FileFacts) : null;
      }),
    );
  }

  put(entries: readonly { readonly hash: string; readonly facts: FileFacts }[]): void {
    this.database.write((sql) => {
      for (const { hash, facts } of entries)
        sql.run('INSERT OR REPLACE INTO facts VALUES (?, ?, ?, ?)', [
          facts.path,
          hash,
          JSON.stringify(facts),
          this.#run,
        ]);
    });
  }

  forgetFacts(path: string, hash: string): void {
    this.database.write((sql) => sql.run('DELETE FROM facts WHERE path = ? AND hash = ?', [path, hash]));
  }

  /** The result of a search for secrets, by its key of content and rules; null if the content was not searched yet. */
  scan(key: string): SecretScan | null {
    return this.database.write((sql) => {
      const row = sql.get<{ body: string }>('UPDATE scan SET run = ? WHERE key = ? RETURNING body', [
        this.#run,
        key,
      ]);
      return row ? (JSON.parse(row.body) as SecretScan) : null;
    });
  }

  setScan(key: string, scan: SecretScan): void {
    this.database.write((sql) =>
      sql.run('INSERT OR REPLACE INTO scan VALUES (?, ?, ?)', [key, JSON.stringify(scan), this.#run]),
    );
  }

  /** The result of reading a document, by its hash; null if it was never read. */
  reading(hash: string): DocumentReading | null {
    return this.database.write((sql) => {
      const row = sql.get<{ body: string }>('UPDATE reading SET run = ? WHERE hash = ? RETURNING body', [
        this.#run,
        hash,
      ]);
      return row ? (JSON.parse(row.body) as DocumentReading) : null;
    });
  }

  setReading(hash: string, reading: DocumentReading): void {
    this.database.write((sql) =>
      sql.run('INSERT OR REPLACE INTO reading VALUES (?, ?, ?)', [hash, JSON.stringify(reading), this.#run]),
    );
  }

  /** A model's summary, by a key of model and text. Summaries cost money and never expire. */
  summary(key: string): string | null {
    return (
      this.database.read((sql) => sql.get<{ text: string }>('SELECT text FROM summary WHERE key = ?', [key]))
        ?.text ?? null
    );
  }

  setSummary(key: string, text: string): void {
    this.database.write((sql) => sql.run('INSERT OR REPLACE INTO summary VALUES (?, ?)', [key, text]));
  }

  summaries(): readonly { readonly key: string; readonly text: string }[] {
    return this.database.read((sql) =>
      sql.all<{ key: string; text: string }>('SELECT key, text FROM summary'),
    );
  }

  forgetSummary(key: string): void {
    this.database.write((sql) => sql.run('DELETE FROM summary WHERE key = ?', [key]));
  }

  mark(name: string): string | null {
    return (
      this.database.read((sql) => sql.get<{ value: string }>('SELECT value FROM mark WHERE name = ?', [name]))
        ?.value ?? null
    );
  }

  setMark(name: string, value: string): void {
    this.database.write((sql) => sql.run('INSERT OR REPLACE INTO mark VALUES (?, ?)', [name, value]));
  }

  close(): void {
    this.database.close();
  }
}
