import type { DatabaseSync } from 'node:sqlite';
import { zstdCompressSync } from 'node:zlib';
import type { OpenOptions } from '@quarry/sqlite';
import type { FileFacts } from '../facts';
import { OCR_SCHEMA } from './read-pages';
import { SEEN_SCHEMA } from './seen-files';
import { LINKS_SCHEMA } from './stored-links';

/** The tables of the facts cache, and how those of earlier versions become them. */
export const FACTS_SCHEMA: OpenOptions = {
  applicationId: 0x51464331,
  schemaVersion: 8,
  migrate: (connection, from) => {
    if (from < 1) connection.exec('CREATE TABLE mark (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT');
    if (from < 2)
      connection.exec(`
      CREATE TABLE reading (hash TEXT PRIMARY KEY, body TEXT NOT NULL, run INTEGER NOT NULL) STRICT;
      CREATE TABLE summary (key TEXT PRIMARY KEY, text TEXT NOT NULL) STRICT;`);
    if (from < 3)
      connection.exec(
        'CREATE TABLE scan (key TEXT PRIMARY KEY, body TEXT NOT NULL, run INTEGER NOT NULL) STRICT',
      );
    if (from < 4) {
      // Facts of versions before 3 were read from unmasked texts.
      if (from === 3) connection.exec('ALTER TABLE facts RENAME TO plain');
      else connection.exec('DROP TABLE IF EXISTS facts');
      connection.exec(`
      CREATE TABLE facts (
        path TEXT NOT NULL, hash TEXT NOT NULL, problem TEXT, body BLOB NOT NULL, run INTEGER NOT NULL,
        PRIMARY KEY (path, hash)
      ) STRICT;`);
      if (from === 3) packFacts(connection);
      connection.exec(SEEN_SCHEMA);
    }
    if (from < 5)
      connection.exec(`
      CREATE TABLE outline (
        path TEXT NOT NULL, hash TEXT NOT NULL, body BLOB NOT NULL, PRIMARY KEY (path, hash)
      ) STRICT;`);
    if (from < 7)
      connection.exec(`
      CREATE TABLE flow (
        path TEXT NOT NULL, hash TEXT NOT NULL, body BLOB NOT NULL, PRIMARY KEY (path, hash)
      ) STRICT;
      DROP TRIGGER IF EXISTS facts_forgotten;
      CREATE TRIGGER facts_forgotten AFTER DELETE ON facts BEGIN
        DELETE FROM outline WHERE path = old.path AND hash = old.hash;
        DELETE FROM flow WHERE path = old.path AND hash = old.hash;
      END;`);
    if (from < 8) connection.exec(OCR_SCHEMA);
    // What an earlier version found out is not enough for this one.
    connection.exec('DROP TABLE IF EXISTS linked_file; DROP TABLE IF EXISTS linked_graph');
    connection.exec(LINKS_SCHEMA);
  },
  remedy: 'It is a cache: delete it.',
};

/** Keeps the facts of format 3, so that no file is parsed again. */
function packFacts(connection: DatabaseSync): void {
  const insert = connection.prepare('INSERT INTO facts VALUES (?, ?, ?, ?, ?)');
  for (const row of connection.prepare('SELECT path, hash, body, run FROM plain').iterate()) {
    const { path, hash, body, run } = row as { path: string; hash: string; body: string; run: number };
    insert.run(path, hash, (JSON.parse(body) as FileFacts).problem ?? null, zstdCompressSync(body), run);
  }
  connection.exec('DROP TABLE plain');
}
