export { batches } from './batches';
export { Database } from './database';
export { FileStore } from './file-store';
export { openDatabase, type OpenOptions } from './open-database';
export { makePrivateFile, makePrivateFolder } from './private-files';
export { SnapshotFolder } from './snapshot-folder';
export { sqlOver, type Parameters, type Sql } from './sql';
export { adapterFor, sqlitePath } from './store-url';
export type { View } from './view';
