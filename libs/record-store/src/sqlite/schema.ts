import type { OpenOptions } from '@quarry/sqlite';

const TABLES = `
  CREATE TABLE record (
    collection TEXT NOT NULL,
    tenant TEXT NOT NULL,
    id TEXT NOT NULL,
    revision INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    tag TEXT,
    value TEXT NOT NULL,
    PRIMARY KEY (collection, tenant, id)
  ) STRICT;
  CREATE INDEX record_by_age ON record (collection, tenant, created_at DESC, id DESC);
  CREATE INDEX record_by_tag ON record (collection, tag, created_at, id) WHERE tag IS NOT NULL;
`;

/** Records cannot be rebuilt, so a commit is on the disk before it is acknowledged. */
export const RECORD_SCHEMA: OpenOptions = {
  applicationId: 0x51525331,
  schemaVersion: 1,
  migrate: (connection) => {
    connection.exec(TABLES);
  },
  durability: 'full',
  remedy:
    'It holds API keys, webhooks, feedback and indexing jobs, which cannot be rebuilt: restore the file from a backup. To continue without ' +
    'them, move it and its -wal and -shm files aside; a new one is then created.',
};
