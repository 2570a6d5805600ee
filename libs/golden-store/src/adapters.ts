import type { ServerOptions } from '@quarry/elasticsearch';
import { adapterFor, sqlitePath } from '@quarry/sqlite';
import { ElasticsearchGoldenStore } from './elasticsearch/elasticsearch-golden-store';
import type { GoldenStore } from './port';
import { SqliteGoldenStore } from './sqlite/sqlite-golden-store';

const SETTING = 'GOLDEN_STORE_URL';

type Open = (url: string, options: Pick<ServerOptions, 'apiKey'>) => GoldenStore;

const ADAPTERS: Readonly<Record<string, Open>> = {
  sqlite: (url) => new SqliteGoldenStore(sqlitePath(SETTING, url)),
  elasticsearch: (url, options) => new ElasticsearchGoldenStore(url, options),
};

/**
 * Opens the store of golden sets at a URL: `sqlite:/absolute/file.db`, created on first use, or
 * `elasticsearch:http(s)://[USER:PASSWORD@]HOST:9200[/PREFIX]`.
 * @throws Fault `store_unknown` with the list of known schemes, `bad_request` if the URL is malformed
 */
export function openGoldenStore(url: string, options: Pick<ServerOptions, 'apiKey'> = {}): GoldenStore {
  return adapterFor(SETTING, url, ADAPTERS)(url, options);
}
