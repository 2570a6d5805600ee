import { adapterFor, sqlitePath } from '@quarry/sqlite';
import type { SnapshotRef } from '@quarry/turn';
import { NEO4J_SCHEMES } from './neo4j/address';
import { Neo4jGraphStore } from './neo4j/neo4j-graph-store';
import type { GraphStore } from './port';
import { SqliteGraphStore } from './sqlite/sqlite-graph-store';

const SETTING = 'GRAPH_STORE_URL';

/**
 * What a scheme provides: open the store, delete a snapshot that no longer opens, and verify a snapshot.
 */
interface Adapter {
  readonly open: (url: string) => GraphStore;
  readonly discard: (url: string, ref: SnapshotRef) => Promise<void>;
  readonly check: (url: string, ref: SnapshotRef) => Promise<void>;
}

const NEO4J: Adapter = {
  open: (url) => new Neo4jGraphStore(url),
  discard: (url, ref) => Neo4jGraphStore.discard(url, ref),
  // The server verifies its own files.
  check: async () => undefined,
};

const ADAPTERS: Readonly<Record<string, Adapter>> = {
  sqlite: {
    open: (url) => new SqliteGraphStore(sqlitePath(SETTING, url)),
    discard: async (url, ref) => SqliteGraphStore.discard(sqlitePath(SETTING, url), ref),
    check: async (url, ref) => SqliteGraphStore.check(sqlitePath(SETTING, url), ref),
  },
  ...Object.fromEntries(NEO4J_SCHEMES.map((scheme) => [scheme, NEO4J])),
};

/**
 * Opens the graph store at a URL: `sqlite:/absolute/folder` (one file per snapshot, created by the first write), or
 * `neo4j://[USER:PASSWORD@]HOST:7687[/DATABASE][?namespace=NAME]` (also `bolt:`; `+s` is TLS), which connects on the
 * first call.
 * @throws Fault `store_unknown` with the list of known schemes, or the error in the URL
 *
 * @example
 * const graph = openGraphStore('neo4j://ada:secret@graph:7687/code?namespace=team-a');
 * await graph.ping();
 */
export function openGraphStore(url: string): GraphStore {
  return adapterFor(SETTING, url, ADAPTERS).open(url);
}

/**
 * Deletes one snapshot, intact or damaged, so that it can be rebuilt from scratch.
 * @throws Fault `store_unknown`
 */
export async function discardGraphSnapshot(url: string, ref: SnapshotRef): Promise<void> {
  await adapterFor(SETTING, url, ADAPTERS).discard(url, ref);
}

/**
 * Reads the whole graph of a snapshot, which opening it does not. Does nothing for a snapshot without a graph.
 * @throws Fault `index_damaged` that says what is wrong and what to do, `store_unknown`
 * @example
 * await checkGraphSnapshot('sqlite:/data/graph', { repository: 'local/shop', snapshot: 'current' });
 */
export async function checkGraphSnapshot(url: string, ref: SnapshotRef): Promise<void> {
  await adapterFor(SETTING, url, ADAPTERS).check(url, ref);
}
