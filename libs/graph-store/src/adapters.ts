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
  readonly startFrom: (url: string, ref: SnapshotRef, from: SnapshotRef) => Promise<boolean>;
  readonly pack: (url: string, ref: SnapshotRef) => Promise<boolean>;
}

const NEO4J: Adapter = {
  open: (url) => new Neo4jGraphStore(url),
  discard: (url, ref) => Neo4jGraphStore.discard(url, ref),
  // The server verifies its own files.
  check: async () => undefined,
  startFrom: async () => false,
  pack: async () => false,
};

const ADAPTERS: Readonly<Record<string, Adapter>> = {
  sqlite: {
    open: (url) => new SqliteGraphStore(sqlitePath(SETTING, url)),
    discard: (url, ref) => SqliteGraphStore.discard(sqlitePath(SETTING, url), ref),
    check: (url, ref) => SqliteGraphStore.check(sqlitePath(SETTING, url), ref),
    startFrom: (url, ref, from) => SqliteGraphStore.startFrom(sqlitePath(SETTING, url), ref, from),
    pack: (url, ref) => SqliteGraphStore.pack(sqlitePath(SETTING, url), ref),
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

/**
 * Lets the graph of a new snapshot begin as a copy of another's, so that a run writes only what differs. No other
 * process may write `ref`.
 * @returns false if the graph exists already, the other one does not, or the store copies no graphs
 * @throws Fault `index_damaged`, `store_unavailable`, `store_unknown`
 *
 * @example
 * const v1 = { repository: 'shop', snapshot: 'v1' };
 * await startGraphSnapshot('sqlite:/srv/quarry/graph', { repository: 'shop', snapshot: 'v2' }, v1);
 */
export async function startGraphSnapshot(url: string, ref: SnapshotRef, from: SnapshotRef): Promise<boolean> {
  return adapterFor(SETTING, url, ADAPTERS).startFrom(url, ref, from);
}

/**
 * Packs the graph of a snapshot that is seldom read: pages that it has in common with packed snapshots of the
 * repository are stored once. It stays readable as before, from a temporary copy. No other process may write `ref`.
 * @returns false if the store packs no graphs, or this one is packed, missing, or being read in an older state
 * @throws Fault `index_damaged`, `store_unavailable`, `store_unknown`
 *
 * @example
 * await packGraphSnapshot('sqlite:/srv/quarry/graph', { repository: 'shop', snapshot: 'v1' });
 */
export async function packGraphSnapshot(url: string, ref: SnapshotRef): Promise<boolean> {
  return adapterFor(SETTING, url, ADAPTERS).pack(url, ref);
}
