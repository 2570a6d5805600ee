import { adapterFor, sqlitePath } from '@quarry/sqlite';
import type { SnapshotRef } from '@quarry/turn';
import { ElasticsearchSearchIndex } from './elasticsearch/elasticsearch-search-index';
import type { SearchIndex } from './port';
import { SqliteSearchIndex } from './sqlite/sqlite-search-index';

const SETTING = 'SEARCH_INDEX_URL';

export interface SearchIndexOptions {
  /** Key for a server that requires one. It is never logged. */
  readonly apiKey?: string;
}

/** What a scheme provides: open the store, delete a snapshot that no longer opens, and verify a snapshot. */
interface Adapter {
  readonly open: (url: string, options: SearchIndexOptions) => SearchIndex;
  readonly discard: (url: string, ref: SnapshotRef, options: SearchIndexOptions) => Promise<void>;
  readonly check: (url: string, ref: SnapshotRef, options: SearchIndexOptions) => Promise<void>;
  readonly startFrom: (url: string, ref: SnapshotRef, from: SnapshotRef) => Promise<boolean>;
  readonly pack: (url: string, ref: SnapshotRef) => Promise<boolean>;
}

const ADAPTERS: Readonly<Record<string, Adapter>> = {
  sqlite: {
    open: (url) => new SqliteSearchIndex(sqlitePath(SETTING, url)),
    discard: (url, ref) => SqliteSearchIndex.discard(sqlitePath(SETTING, url), ref),
    check: (url, ref) => SqliteSearchIndex.check(sqlitePath(SETTING, url), ref),
    startFrom: (url, ref, from) => SqliteSearchIndex.startFrom(sqlitePath(SETTING, url), ref, from),
    pack: (url, ref) => SqliteSearchIndex.pack(sqlitePath(SETTING, url), ref),
  },
  elasticsearch: {
    open: (url, { apiKey }) => new ElasticsearchSearchIndex(url, apiKey),
    discard: (url, ref, { apiKey }) =>
      once(new ElasticsearchSearchIndex(url, apiKey), (index) => index.discard(ref)),
    check: (url, ref, { apiKey }) =>
      once(new ElasticsearchSearchIndex(url, apiKey), (index) => index.check(ref)),
    startFrom: async () => false,
    pack: async () => false,
  },
};

/**
 * Opens the search index at a URL: `sqlite:/absolute/folder` (one file per snapshot, created by the first write), or
 * `elasticsearch:http(s)://[USER:PASSWORD@]HOST:9200[/PREFIX]` (one index per snapshot; sends no request before the
 * first call).
 * @throws Fault `store_unknown` with the list of known schemes
 *
 * @example
 * const index = openSearchIndex('elasticsearch:https://search:9200/quarry', { apiKey });
 * await index.ping();
 */
export function openSearchIndex(url: string, options: SearchIndexOptions = {}): SearchIndex {
  return adapterFor(SETTING, url, ADAPTERS).open(url, options);
}

/**
 * Deletes one snapshot, intact or damaged, so that it can be rebuilt from scratch.
 * @throws Fault `store_unknown`
 */
export async function discardSearchSnapshot(
  url: string,
  ref: SnapshotRef,
  options: SearchIndexOptions = {},
): Promise<void> {
  await adapterFor(SETTING, url, ADAPTERS).discard(url, ref, options);
}

/**
 * Verifies a whole snapshot, which opening it does not do. Takes minutes for a very large snapshot.
 * @throws Fault `index_damaged` that says what is wrong and what to do, `index_missing`, `store_unknown`
 *
 * @example
 * await checkSearchSnapshot('sqlite:/srv/quarry/index', { repository: 'billing', snapshot: 'main' });
 */
export async function checkSearchSnapshot(
  url: string,
  ref: SnapshotRef,
  options: SearchIndexOptions = {},
): Promise<void> {
  await adapterFor(SETTING, url, ADAPTERS).check(url, ref, options);
}

/**
 * Lets a new snapshot begin as a copy of another, so that a run writes only what differs. No other process may
 * write `ref`.
 * @returns false if the snapshot exists already, the other one does not, or the store copies no snapshots
 * @throws Fault `index_damaged`, `store_unavailable`, `store_unknown`
 *
 * @example
 * const v1 = { repository: 'shop', snapshot: 'v1' };
 * await startSearchSnapshot('sqlite:/srv/quarry/index', { repository: 'shop', snapshot: 'v2' }, v1);
 */
export async function startSearchSnapshot(
  url: string,
  ref: SnapshotRef,
  from: SnapshotRef,
): Promise<boolean> {
  return adapterFor(SETTING, url, ADAPTERS).startFrom(url, ref, from);
}

/**
 * Packs a snapshot that is seldom read: pages that it has in common with packed snapshots of the repository are stored
 * once. It stays readable as before, from a temporary copy. No other process may write it.
 * @returns false if the store packs no snapshots, or this one is packed, missing, or being read in an older state
 * @throws Fault `index_damaged`, `store_unavailable`, `store_unknown`
 *
 * @example
 * await packSearchSnapshot('sqlite:/srv/quarry/index', { repository: 'shop', snapshot: 'v1' });
 */
export async function packSearchSnapshot(url: string, ref: SnapshotRef): Promise<boolean> {
  return adapterFor(SETTING, url, ADAPTERS).pack(url, ref);
}

async function once<Index extends SearchIndex>(
  index: Index,
  work: (index: Index) => Promise<void>,
): Promise<void> {
  try {
    await work(index);
  } finally {
    await index.close();
  }
}
