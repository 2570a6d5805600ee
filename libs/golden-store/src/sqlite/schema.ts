import type { OpenOptions } from '@quarry/sqlite';

const TABLES = `
  CREATE TABLE golden_set (
    tenant TEXT NOT NULL,
    name TEXT NOT NULL,
    id TEXT NOT NULL,
    revision INTEGER NOT NULL,
    scheduled INTEGER NOT NULL,
    head TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (tenant, name)
  ) STRICT;
  CREATE TABLE golden_run (
    tenant TEXT NOT NULL,
    id TEXT NOT NULL,
    set_id TEXT NOT NULL,
    version INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    open INTEGER NOT NULL,
    head TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (tenant, id)
  ) STRICT;
  CREATE INDEX golden_run_of_set ON golden_run (tenant, set_id, created_at);
  CREATE INDEX golden_run_open ON golden_run (created_at) WHERE open = 1;
`;

/** Golden sets cannot be rebuilt, so a commit is on disk before it is acknowledged. */
export const GOLDEN_SCHEMA: OpenOptions = {
  applicationId: 0x51475331,
  schemaVersion: 1,
  migrate: (connection) => {
    connection.exec(TABLES);
  },
  durability: 'full',
  remedy:
    'It holds golden sets and their runs, which cannot be rebuilt: restore the file from a backup. To continue without them, move it ' +
    'and its -wal and -shm files aside; a new one is then created.',
};
