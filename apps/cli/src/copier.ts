import { join, resolve } from 'node:path';
import { openGraphStore, type GraphStore } from '@quarry/graph-store';
import { copySnapshot, type CopyOptions, type CopyReport } from '@quarry/indexing';
import { readWorkspace, searchOptions, writeWorkspace, type QuarryConfig } from '@quarry/platform';
import { openSearchIndex, type SearchIndex, type VectorIndexType } from '@quarry/search-index';
import { Fault, type SnapshotRef } from '@quarry/turn';
import { makeDataDir } from './data-dir';
import type { Terminal } from './terminal';

export interface CopyRequest {
  readonly toSearch?: string;
  readonly toGraph?: string;
  /** Data folder for both stores. */
  readonly toData?: string;
  readonly repository?: string;
  readonly snapshot?: string;
  readonly vectorIndex?: VectorIndexType;
}

const PHASES = { chunks: 'copying chunks and vectors', graph: 'copying the graph' } as const;

/**
 * Copies a snapshot of the configured stores, with progress.
 * @throws Fault `bad_request` for an invalid request, `index_missing`, `copy_incomplete`, `store_unavailable`,
 * `store_unknown`, `cancelled`
 */
export async function runCopy(
  config: QuarryConfig,
  request: CopyRequest,
  terminal: Terminal,
): Promise<CopyReport> {
  const to = targetsOf(request);
  refuseSame('search index', config.searchIndexUrl, to.search);
  refuseSame('graph store', config.graphStoreUrl, to.graph);
  const ref = await refOf(config, request);
  if (to.data !== null) await makeDataDir(to.data);
  const opened: (SearchIndex | GraphStore)[] = [];
  const open = async <Store extends SearchIndex | GraphStore>(store: Store): Promise<Store> => {
    opened.push(store);
    await store.ping();
    return store;
  };
  try {
    const searchAt = (url: string) => open(openSearchIndex(url, searchOptions(config)));
    const graphAt = (url: string) => open(openGraphStore(url));
    const search =
      to.search === null
        ? null
        : { from: await searchAt(config.searchIndexUrl), to: await searchAt(to.search) };
    const graph =
      to.graph === null ? null : { from: await graphAt(config.graphStoreUrl), to: await graphAt(to.graph) };
    const report = await copySnapshot({
      ref,
      search,
      graph,
      vectorIndex: vectorIndexOf(config.searchIndexUrl, to.search, request.vectorIndex),
      ...(to.data === null ? {} : { lockFile: join(to.data, 'index.lock') }),
      signal: terminal.signal,
      onProgress: ({ phase, done, total }) => {
        terminal.progress(`${PHASES[phase]}: ${done} of ${total} files`);
      },
    });
    if (to.data !== null) {
      const info = await search?.to.describe(ref);
      await writeWorkspace(to.data, { ...ref, root: info?.root ?? null });
    }
    return report;
  } finally {
    for (const store of opened) await store.close();
  }
}

/** @throws Fault `bad_request` */
function targetsOf({ toSearch, toGraph, toData }: CopyRequest): {
  readonly search: string | null;
  readonly graph: string | null;
  readonly data: string | null;
} {
  if (toData !== undefined && toSearch === undefined && toGraph === undefined) {
    const data = resolve(toData);
    return { search: `sqlite:${join(data, 'search')}`, graph: `sqlite:${join(data, 'graph')}`, data };
  }
  if (toData !== undefined)
    throw new Fault('bad_request', 'Name either --to-data, or --to-search and --to-graph.');
  if (toSearch === undefined && toGraph === undefined)
    throw new Fault(
      'bad_request',
      'Name where to copy to: --to-search URL, --to-graph URL or both, or --to-data FOLDER.',
    );
  return { search: toSearch ?? null, graph: toGraph ?? null, data: null };
}

function refuseSame(what: string, from: string, to: string | null): void {
  if (from === to)
    throw new Fault('bad_request', `The ${what} to copy to is the one to copy from. Name another.`);
}

/** @throws Fault `index_missing` */
async function refOf(
  { dataDir, repository: configured }: QuarryConfig,
  request: CopyRequest,
): Promise<SnapshotRef> {
  const workspace = await readWorkspace(dataDir);
  const repository = request.repository ?? configured ?? workspace?.repository;
  if (repository === undefined)
    throw new Fault(
      'index_missing',
      `Nothing is indexed in ${dataDir}. Name another data folder (--data), or the repository to copy (--repository NAME).`,
    );
  const last = workspace?.repository === repository ? workspace.snapshot : 'current';
  return { repository, snapshot: request.snapshot ?? last };
}

/** Stores of the same kind support the same vector indexes. */
function vectorIndexOf(
  from: string,
  to: string | null,
  type: VectorIndexType | undefined,
): CopyOptions['vectorIndex'] {
  if (type !== undefined) return { type };
  return to !== null && schemeOf(from) === schemeOf(to) ? 'same' : {};
}

function schemeOf(url: string): string {
  return url.slice(0, url.indexOf(':')).toLowerCase();
}
