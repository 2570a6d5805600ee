import type { ServerOptions } from '@quarry/elasticsearch';
import { adapterFor, sqlitePath } from '@quarry/sqlite';
import { ElasticsearchRecordStore } from './elasticsearch/elasticsearch-record-store';
import type { RecordStore } from './port';
import { SqliteRecordStore } from './sqlite/sqlite-record-store';

const SETTING = 'RECORD_STORE_URL';

type Open = (url: string, options: Pick<ServerOptions, 'apiKey'>) => RecordStore;

const ADAPTERS: Readonly<Record<string, Open>> = {
  sqlite: (url) => new SqliteRecordStore(sqlitePath(SETTING, url)),
  elasticsearch: (url, options) => new ElasticsearchRecordStore(url, options),
};

/**
 * Opens the record store at a URL: `sqlite:/absolute/file.db`, created on first use, or
 * `elasticsearch:http(s)://[USER:PASSWORD@]HOST:9200[/PREFIX]`.
 * @throws Fault `store_unknown` with the list of known schemes, `bad_request` for a malformed URL
 *
 * @example
 * const records = openRecordStore('sqlite:/srv/quarry/records.db');
 */
export function openRecordStore(url: string, options: Pick<ServerOptions, 'apiKey'> = {}): RecordStore {
  return adapterFor(SETTING, url, ADAPTERS)(url, options);
}
