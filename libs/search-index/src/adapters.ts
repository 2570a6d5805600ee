import { adapterFor, sqlitePath } from '@quarry/sqlite';
import type { SnapshotRef } from '@quarry/turn';
import { ElasticsearchSearchIndex } from './elasticsearch/elasticsearch-search-index';
import type { SearchIndex } from './port';
import { SqliteSearchIndex } from './sqlite/sqlite-search-index';

const SETTING = 'SEARCH_INDEX_URL';

export interface SearchIndexOptions {
  /** Key of a server that wants one; never logged. */
  readonly apiKey?: string;
}

/** What is known of a scheme: how to open the store, to delete a snapshot that cannot be opened any more, and to look whether one is whole. */
interface Adapter {
  readonly open: (url: string, options: SearchIndexOptions) => SearchIndex;
  readonly discard: (url: string, ref: SnapshotRef, options: SearchIndexOptions) => Promise<void>;
  readonly check: (url: string, ref: SnapshotRef, options: SearchIndexOptions) => Promise<void>;
}

const ADAPTERS: Readonly<Record<string, Adapter>> = {
  sqlite: {
    open: (url) => new SqliteSearchIndex(sqlitePath(SETTING, url)),
    discard: async (url, ref) => SqliteSearchIndex.discard(sqlitePath(SETTING, url), ref),
    check: async (url, ref) => SqliteSearchIndex.check(sqlitePath(SETTING, url), ref),
  },
  elasticsearch: {
    open: (url, { apiKey }) => new ElasticsearchSearchIndex(url, apiKey),
    discard: (url, ref, { apiKey }) =>
      once(new ElasticsearchSearchIndex(url, apiKey), (index) => index.discard(ref)),
    check: (url, ref, { apiKey }) =>
      once(new ElasticsearchSearchIndex(url, apiKey), (index) => index.check(ref)),
  },
};

/**
 * The search index at a URL: `sqlite:/absolute/folder` (one file for each snapshot, created when it is first written), or
 * `elasticsearch:http(s)://[USER:PASSWORD@]HOST:9200[/PREFIX]` (one index for each snapshot; nothing is asked of the server before the first call).
 * @throws Fault `store_unknown` with the list of known schemes
 */
export function openSearchIndex(url: string, options: SearchIndexOptions = {}): SearchIndex {
  return adapterFor(SETTING, url, ADAPTERS).open(url, options);
}

/**
 * Deletes one snapshot, whole or damaged, so that it can be built again from nothing.
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
 * Looks at the whole of a snapshot, which opening it does not: minutes for a very large one.
 * @throws Fault `index_damaged` that says what is wrong and what to do, `index_missing`, `store_unknown`
 */
export async function checkSearchSnapshot(
  url: string,
  ref: SnapshotRef,
  options: SearchIndexOptions = {},
): Promise<void> {
  await adapterFor(SETTING, url, ADAPTERS).check(url, ref, options);
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
