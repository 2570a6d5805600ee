import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openGraphStore } from '@quarry/graph-store';
import { copySnapshot } from '@quarry/indexing';
import { openStores, searchOptions, SnapshotResolver, type QuarryConfig } from '@quarry/platform';
import { discardSearchSnapshot, openSearchIndex } from '@quarry/search-index';
import { Fault, type SnapshotRef } from '@quarry/turn';
import type { Terminal } from '../terminal';

/** A store to ask a set on. */
export interface NamedStore {
  readonly name: string;
  /** In the format of `SEARCH_INDEX_URL`. */
  readonly url: string;
  /** True for the store that keeps the index of the set. Others hold a temporary copy. */
  readonly isHome: boolean;
}

/**
 * Stores by the names of `--stores`: `embedded`, `elasticsearch` (the configured one), or `elasticsearch:http://…`.
 * Without names, the configured store.
 * @throws Fault `bad_request`
 */
export function namedStores(
  names: string | undefined,
  { dataDir, searchIndexUrl }: QuarryConfig,
): readonly NamedStore[] {
  const isServer = searchIndexUrl.startsWith('elasticsearch:');
  const embedded = { ...embeddedIn(dataDir), isHome: true };
  if (names === undefined)
    return [{ name: isServer ? 'elasticsearch' : 'embedded', url: searchIndexUrl, isHome: true }];
  const stores = listOf(names).map((name): NamedStore => {
    if (name === 'embedded') return embedded;
    if (/^elasticsearch:https?:/.test(name)) return { name: 'elasticsearch', url: name, isHome: false };
    if (name !== 'elasticsearch')
      throw new Fault(
        'bad_request',
        `There is no store '${name}'. Name embedded, elasticsearch or elasticsearch:URL.`,
      );
    if (!isServer)
      throw new Fault(
        'bad_request',
        "No Elasticsearch is configured: set SEARCH_INDEX_URL, or give its URL, as in 'elasticsearch:http://localhost:9200'.",
      );
    return { name, url: searchIndexUrl, isHome: false };
  });
  if (new Set(stores.map(({ name }) => name)).size < stores.length)
    throw new Fault('bad_request', `A store is named twice: ${names}.`);
  return stores;
}

/** The embedded store of a data folder. */
export function embeddedIn(dataDir: string): Omit<NamedStore, 'isHome'> {
  return { name: 'embedded', url: `sqlite:${join(dataDir, 'search')}` };
}

/** Comma-separated names, without duplicates. */
export function listOf(names: string): readonly string[] {
  return [...new Set(names.split(',').map((name) => name.trim()))].filter((name) => name !== '');
}

/**
 * Copies the indexed set to a server under a unique name, calls `work` there, and always deletes the copy.
 * @param config configuration of the data folder in which the set is indexed
 * @throws Fault `store_unavailable`, `index_missing`, `cancelled`, and what `work` throws
 */
export async function onServer<Result>(
  config: QuarryConfig,
  url: string,
  terminal: Terminal,
  work: (config: QuarryConfig) => Promise<Result>,
): Promise<Result> {
  const as: SnapshotRef = {
    repository: `quarry-eval-${randomBytes(4).toString('hex')}`,
    snapshot: 'current',
  };
  const graphs = await mkdtemp(join(tmpdir(), 'quarry-eval-graph-'));
  const graphStoreUrl = `sqlite:${graphs}`;
  try {
    await copyTo(config, { url, graphStoreUrl, as, terminal });
    return await work({ ...config, searchIndexUrl: url, graphStoreUrl, repository: as.repository });
  } finally {
    await discardSearchSnapshot(url, as, searchOptions(config));
    await rm(graphs, { recursive: true, force: true });
  }
}

interface CopyTarget {
  readonly url: string;
  readonly graphStoreUrl: string;
  readonly as: SnapshotRef;
  readonly terminal: Terminal;
}

async function copyTo(config: QuarryConfig, { url, graphStoreUrl, as, terminal }: CopyTarget): Promise<void> {
  const stores = await openStores(config);
  const server = openSearchIndex(url, searchOptions(config));
  const graph = openGraphStore(graphStoreUrl);
  try {
    await server.ping();
    const ref = await new SnapshotResolver(config.dataDir).resolve({
      repository: '',
      active_index: 'current',
    });
    await copySnapshot({
      ref,
      as,
      search: { from: stores.searchIndex, to: server },
      graph: { from: stores.graphStore, to: graph },
      vectorIndex: {},
      signal: terminal.signal,
      onProgress: ({ done, total }) => {
        terminal.progress(`copying the set: ${done} of ${total} files`);
      },
    });
  } finally {
    await graph.close();
    await server.close();
    await stores.close();
  }
}
