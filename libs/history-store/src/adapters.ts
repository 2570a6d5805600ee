import { adapterFor, sqlitePath } from '@quarry/sqlite';
import { ElasticsearchHistoryStore } from './elasticsearch/elasticsearch-history-store';
import type { HistoryStore } from './port';
import { SqliteHistoryStore } from './sqlite/sqlite-history-store';

const SETTING = 'HISTORY_STORE_URL';

export interface HistoryStoreOptions {
  /** Key for a server that requires one. It is never logged. */
  readonly apiKey?: string;
}

type Open = (url: string, options: HistoryStoreOptions) => HistoryStore;

const ADAPTERS: Readonly<Record<string, Open>> = {
  sqlite: (url) => new SqliteHistoryStore(sqlitePath(SETTING, url)),
  elasticsearch: (url, options) => new ElasticsearchHistoryStore(url, options),
};

/**
 * Opens the history store at a URL: `sqlite:/absolute/file.db`, created on first use, or
 * `elasticsearch:http(s)://[USER:PASSWORD@]HOST:9200[/PREFIX]`.
 * @throws Fault `store_unknown` with the list of known schemes, `bad_request` for a malformed URL
 *
 * @example
 * const history = openHistoryStore('sqlite:/srv/quarry/history.db');
 */
export function openHistoryStore(url: string, options: HistoryStoreOptions = {}): HistoryStore {
  return adapterFor(SETTING, url, ADAPTERS)(url, options);
}
