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

/** History cannot be built again, so a commit is on the disk before it is acknowledged. */
export const HISTORY_SCHEMA: OpenOptions = {
  applicationId: 0x51485331,
  schemaVersion: 1,
  migrate: (connection) => connection.exec(TABLES),
  durability: 'full',
  remedy:
    'It holds conversations, which cannot be built again: restore the file from a backup. To go on without them, move it ' +
    'and its -wal and -shm files aside; a new one is then created.',
};
