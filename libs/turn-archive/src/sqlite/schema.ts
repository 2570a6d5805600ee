import type { OpenOptions } from '@quarry/sqlite';

/**
 * A deleted turn stays as a row without contents (`deleted = 1`), so that it cannot be saved again. `words.ts`
 * normalizes words.
 */
const TABLES = `
  CREATE TABLE turn (
    number INTEGER PRIMARY KEY,
    tenant TEXT NOT NULL,
    id TEXT NOT NULL,
    asked_at INTEGER NOT NULL,
    deleted INTEGER NOT NULL,
    session TEXT,
    pipeline TEXT,
    outcome TEXT,
    stop_rule TEXT,
    repository TEXT,
    key TEXT,
    head TEXT,
    UNIQUE (tenant, id)
  ) STRICT;
  CREATE INDEX turn_by_age ON turn (tenant, asked_at DESC, id DESC);
  CREATE INDEX turn_by_session ON turn (tenant, session, asked_at DESC, id DESC);
  CREATE INDEX turn_by_age_of_all ON turn (asked_at);
  CREATE TABLE body (number INTEGER PRIMARY KEY, packed BLOB NOT NULL) STRICT;
  CREATE VIRTUAL TABLE words USING fts5(text, content = '', contentless_delete = 1, tokenize = 'ascii');
  CREATE TABLE prompt (
    tenant TEXT NOT NULL,
    turn TEXT NOT NULL,
    step TEXT NOT NULL,
    hash TEXT NOT NULL,
    sent_at INTEGER NOT NULL,
    packed BLOB NOT NULL,
    PRIMARY KEY (tenant, turn, step, hash)
  ) STRICT;
  CREATE INDEX prompt_by_age ON prompt (sent_at);
`;

/** `seen` is a `seenText`. A turn with `cited = 0` was saved before there was an index of citations. */
const CITATIONS = `
  ALTER TABLE turn ADD COLUMN cited INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE turn ADD COLUMN staleness TEXT;
  CREATE INDEX turn_without_citations ON turn (number) WHERE cited = 0 AND deleted = 0;
  CREATE INDEX turn_by_staleness ON turn (tenant, staleness, asked_at DESC, id DESC) WHERE staleness IS NOT NULL;
  CREATE TABLE citation (
    number INTEGER NOT NULL,
    n INTEGER NOT NULL,
    repository TEXT NOT NULL,
    seen TEXT NOT NULL,
    compared INTEGER NOT NULL,
    state TEXT,
    PRIMARY KEY (number, n)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX citation_by_file ON citation (repository, seen);
  CREATE INDEX citation_uncompared ON citation (number) WHERE compared = 0;
`;

/** The carrier redelivers what a power failure loses, or it was minutes old: prompts do not wait for the disk. */
export const ARCHIVE_SCHEMA: OpenOptions = {
  applicationId: 0x51544131,
  schemaVersion: 2,
  migrate: (connection, from) => {
    if (from < 1) connection.exec(TABLES);
    connection.exec(CITATIONS);
  },
  remedy:
    'It holds finished turns with their logs and prompts, which cannot be rebuilt: restore the file from a backup. To continue without ' +
    'them, move it and its -wal and -shm files aside; a new one is then created.',
};
