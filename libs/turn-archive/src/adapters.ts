import type { ServerOptions } from '@quarry/elasticsearch';
import { adapterFor, sqlitePath } from '@quarry/sqlite';
import { ElasticsearchTurnArchive } from './elasticsearch/elasticsearch-turn-archive';
import type { TurnArchive } from './port';
import { SqliteTurnArchive } from './sqlite/sqlite-turn-archive';

const SETTING = 'TURN_ARCHIVE_URL';

type Open = (url: string, options: Pick<ServerOptions, 'apiKey'>) => TurnArchive;

const ADAPTERS: Readonly<Record<string, Open>> = {
  sqlite: (url) => new SqliteTurnArchive(sqlitePath(SETTING, url)),
  elasticsearch: (url, options) => new ElasticsearchTurnArchive(url, options),
};

/**
 * Opens the archive of turns at a URL: `sqlite:/absolute/file.db`, created on first use, or
 * `elasticsearch:http(s)://[USER:PASSWORD@]HOST:9200[/PREFIX]`.
 * @throws Fault `store_unknown` with the list of known schemes, `bad_request` for a malformed URL
 *
 * @example
 * const archive = openTurnArchive('sqlite:/srv/quarry/turns.db');
 */
export function openTurnArchive(url: string, options: Pick<ServerOptions, 'apiKey'> = {}): TurnArchive {
  return adapterFor(SETTING, url, ADAPTERS)(url, options);
}
