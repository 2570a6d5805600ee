import { adapterFor, sqlitePath } from '@quarry/sqlite';
import type { SessionCache, SessionCacheOptions } from './port';
import { RedisSessionCache } from './redis/redis-session-cache';
import { SqliteSessionCache } from './sqlite/sqlite-session-cache';

const SETTING = 'SESSION_CACHE_URL';

type Open = (url: string, options: SessionCacheOptions) => SessionCache;

const redis: Open = (url, options) => new RedisSessionCache(url, options);

const ADAPTERS: Readonly<Record<string, Open>> = {
  sqlite: (url, options) => new SqliteSessionCache(sqlitePath(SETTING, url), options),
  redis,
  rediss: redis,
};

/**
 * Opens the session cache at a URL: `sqlite:/absolute/file.db`, created on first use, for the processes of one machine;
 * `redis://host:6379` or `rediss://…` for several machines. Connects on first use.
 * @throws Fault `store_unknown` with the list of known schemes, `setup_failed` for a URL that is not a Redis URL
 *
 * @example
 * const cache = openSessionCache('redis://cache:6379', { maxSessionsPerTenant: 500 });
 */
export function openSessionCache(url: string, options: SessionCacheOptions = {}): SessionCache {
  return adapterFor(SETTING, url, ADAPTERS)(url, options);
}
