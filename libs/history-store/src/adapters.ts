import { adapterFor, sqlitePath } from '@quarry/sqlite';
import type { HistoryStore } from './port';
import { SqliteHistoryStore } from './sqlite/sqlite-history-store';

const SETTING = 'HISTORY_STORE_URL';

const ADAPTERS: Readonly<Record<string, (url: string) => HistoryStore>> = {
  sqlite: (url) => new SqliteHistoryStore(sqlitePath(SETTING, url)),
};

/**
 * The history store at a URL: `sqlite:/absolute/file.db`, created when it is first used.
 * @throws Fault `store_unknown` with the list of known schemes
 */
export function openHistoryStore(url: string): HistoryStore {
  return adapterFor(SETTING, url, ADAPTERS)(url);
}
