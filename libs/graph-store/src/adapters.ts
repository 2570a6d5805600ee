import { adapterFor, sqlitePath } from '@quarry/sqlite';
import type { SnapshotRef } from '@quarry/turn';
import type { GraphStore } from './port';
import { SqliteGraphStore } from './sqlite/sqlite-graph-store';

const SETTING = 'GRAPH_STORE_URL';

/** What is known of a scheme: how to open the store, and how to delete a snapshot that cannot be opened any more. */
interface Adapter {
  readonly open: (url: string) => GraphStore;
  readonly discard: (url: string, ref: SnapshotRef) => Promise<void>;
}

const ADAPTERS: Readonly<Record<string, Adapter>> = {
  sqlite: {
    open: (url) => new SqliteGraphStore(sqlitePath(SETTING, url)),
    discard: async (url, ref) => SqliteGraphStore.discard(sqlitePath(SETTING, url), ref),
  },
};

/**
 * The graph store at a URL: `sqlite:/absolute/folder` (one file for each snapshot, created when it is first written).
 * @throws Fault `store_unknown` with the list of known schemes
 */
export function openGraphStore(url: string): GraphStore {
  return adapterFor(SETTING, url, ADAPTERS).open(url);
}

/**
 * Deletes one snapshot, whole or damaged, so that it can be built again from nothing.
 * @throws Fault `store_unknown`
 */
export async function discardGraphSnapshot(url: string, ref: SnapshotRef): Promise<void> {
  await adapterFor(SETTING, url, ADAPTERS).discard(url, ref);
}
