import type { OpenOptions } from '../open-database';

/** A small store for the tests. */
export const COUNTERS: OpenOptions = {
  applicationId: 0x51740001,
  schemaVersion: 1,
  migrate: (connection) =>
    connection.exec('CREATE TABLE pair (n INTEGER, side TEXT, filler TEXT, PRIMARY KEY (n, side)) STRICT'),
  remedy: 'Rebuild it with `quarry index PATH --rebuild`.',
};
