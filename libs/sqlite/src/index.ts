export { batches } from './batches';
export { Database, type Parameters, type Sql } from './database';
export { openDatabase, type OpenOptions } from './open-database';
export { SnapshotFolder } from './snapshot-folder';
export { adapterFor, sqlitePath } from './store-url';
