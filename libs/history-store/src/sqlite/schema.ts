import type { OpenOptions } from '@quarry/sqlite';

const TABLES = `
  CREATE TABLE turn (
    tenant TEXT NOT NULL,
    turn_id TEXT NOT NULL,
    session TEXT NOT NULL,
    seq INTEGER NOT NULL,
    asked_at INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (tenant, turn_id),
    UNIQUE (tenant, session, seq)
  ) STRICT;
  CREATE TABLE summary (
    tenant TEXT NOT NULL,
    session TEXT NOT NULL,
    version INTEGER NOT NULL,
    up_to INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (tenant, session)
  ) STRICT, WITHOUT ROWID;
`;

/** Format 2: the fields of statistics are columns, so that statistics read no body. */
const RECORDS = `
  ALTER TABLE turn ADD COLUMN pipeline TEXT NOT NULL DEFAULT '';
  ALTER TABLE turn ADD COLUMN outcome TEXT NOT NULL DEFAULT '';
  ALTER TABLE turn ADD COLUMN stats TEXT;
  UPDATE turn SET pipeline = json_extract(body, '$.pipeline'), outcome = json_extract(body, '$.outcome');
  CREATE INDEX turn_by_time ON turn (tenant, asked_at);
`;

/** History cannot be rebuilt, so a commit is on the disk before it is acknowledged. */
export const HISTORY_SCHEMA: OpenOptions = {
  applicationId: 0x51485331,
  schemaVersion: 2,
  migrate: (connection, from) => {
    if (from < 1) connection.exec(TABLES);
    connection.exec(RECORDS);
  },
  durability: 'full',
  remedy:
    'It holds conversations, which cannot be rebuilt: restore the file from a backup. To continue without them, move it ' +
    'and its -wal and -shm files aside; a new one is then created.',
};
