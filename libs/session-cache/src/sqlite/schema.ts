import type { OpenOptions } from '@quarry/sqlite';

const TABLES = `
  CREATE TABLE session (
    tenant TEXT NOT NULL,
    session TEXT NOT NULL,
    last_accessed INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (tenant, session)
  ) STRICT;
  CREATE INDEX session_by_expiry ON session (expires_at);
  CREATE INDEX session_by_access ON session (tenant, last_accessed);
`;

export const SESSION_SCHEMA: OpenOptions = {
  applicationId: 0x51534331,
  schemaVersion: 1,
  migrate: (connection) => connection.exec(TABLES),
  remedy: 'It is a cache of the findings of current conversations: delete it, with its -wal and -shm files.',
};
