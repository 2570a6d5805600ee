import { resolve } from 'node:path';
import { Fault } from '@quarry/turn';

/**
 * Selects the adapter for a store's URL by its scheme. The rest of a URL may contain a password and is never repeated.
 * @param setting name of the setting with the URL, for messages
 * @throws Fault `store_unknown` that lists the known schemes
 *
 * @example
 * adapterFor('GRAPH_STORE_URL', 'sqlite:/srv/quarry/graph', { sqlite: openSqlite, neo4j: openNeo4j }); // openSqlite
 */
export function adapterFor<Adapter>(
  setting: string,
  url: string,
  adapters: Readonly<Record<string, Adapter>>,
): Adapter {
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(url)?.[1]?.toLowerCase();
  const adapter = scheme !== undefined && Object.hasOwn(adapters, scheme) ? adapters[scheme] : undefined;
  if (adapter !== undefined) return adapter;
  const known = Object.keys(adapters)
    .map((name) => `${name}:`)
    .join(', ');
  throw new Fault(
    'store_unknown',
    `${setting} ${scheme === undefined ? 'has no scheme' : `has the unknown scheme "${scheme}:"`}. Known schemes: ${known}.`,
  );
}

/**
 * The absolute path in `sqlite:/path`, `sqlite:///path` or `sqlite:relative/path`, used as it is, without decoding.
 * @throws Fault `store_unknown` without a path
 */
export function sqlitePath(setting: string, url: string): string {
  const path = url.replace(/^sqlite:(\/\/(?=\/))?/i, '');
  if (path === '' || path.startsWith('//') || path.includes('\0'))
    throw new Fault('store_unknown', `${setting} names no file. Write it as sqlite:/absolute/path.`);
  return resolve(path);
}
