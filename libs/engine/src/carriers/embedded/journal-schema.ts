import type { OpenOptions } from '@quarry/sqlite';

/** `log` has one row for the events of one note; `stop` has one row if a stop of the process was requested. */
const TABLES = `
  CREATE TABLE turn (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    pipeline TEXT NOT NULL,
    facts TEXT NOT NULL,
    noted_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE field (
    turn TEXT NOT NULL,
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (turn, name)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE log (number INTEGER PRIMARY KEY, turn TEXT NOT NULL, events TEXT NOT NULL) STRICT;
  CREATE INDEX log_of_turn ON log (turn);
  CREATE TABLE idempotency_key (
    tenant TEXT NOT NULL,
    key TEXT NOT NULL,
    turn TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    PRIMARY KEY (tenant, key)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE pipeline (ref TEXT PRIMARY KEY, compiled TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE stop (at INTEGER NOT NULL) STRICT;
`;

/** Work that a power failure loses is repeated, so hops do not wait for the disk. */
export const JOURNAL_SCHEMA: OpenOptions = {
  applicationId: 0x514a4e31,
  schemaVersion: 1,
  migrate: (connection) => {
    connection.exec(TABLES);
  },
  remedy:
    'It contains accepted turns that have not ended. Start quarry serve again: it moves the file aside and creates a new one.',
};
