import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { refOf, runIndex as run, type IndexRequest } from '@quarry/indexer/run';
import type { IndexReport } from '@quarry/indexing';
import { lossesOf, openStores, searchOptions, type QuarryConfig } from '@quarry/platform';
import { BY_HAND, RepositoryRegistry, type SnapshotDetail } from '@quarry/repositories';
import { checkGraphSnapshot } from '@quarry/graph-store';
import { checkSearchSnapshot, type IndexInfo } from '@quarry/search-index';
import { Fault, repositoryOwner } from '@quarry/turn';
import { dataDirFor, makeDataDir } from './data-dir';
import { IndexingProgress } from './indexing-progress';
import type { Terminal } from './terminal';

/** The path to index, and its data folder. @throws Fault `path_not_found` */
export async function locate(
  path: string,
  data: string | undefined,
): Promise<{ readonly root: string; readonly dataDir: string }> {
  const root = resolve(path);
  const found = await stat(root).catch(() => null);
  if (!found)
    throw new Fault(
      'path_not_found',
      `There is nothing at ${root}. Name the folder or file to index: quarry index PATH.`,
    );
  return { root, dataDir: dataDirFor(root, found.isFile(), data) };
}

/**
 * Updates the index of `config.dataDir` from a folder, with progress, and makes it the default index for questions.
 * @param signal ends the run; by default Ctrl-C
 * @throws Fault as `runIndex` of `@quarry/indexer`
 */
export async function runIndex(
  config: QuarryConfig,
  request: Omit<IndexRequest, 'by' | 'job'>,
  terminal: Terminal,
  signal: AbortSignal = terminal.signal,
): Promise<IndexReport> {
  await makeDataDir(config.dataDir);
  const progress = new IndexingProgress(terminal);
  const { report } = await run(
    config,
    { ...request, by: BY_HAND },
    {
      signal,
      progress: (now) => {
        progress.show(now);
      },
      note: (text) => {
        terminal.note(text);
      },
    },
  );
  return report;
}

/** An index without damage. */
export interface CheckedIndex extends IndexInfo {
  readonly graph: { readonly files: number; readonly nodes: number; readonly edges: number };
}

/** The record of the last run of a snapshot; null if it does not exist. @throws Fault `store_unavailable` */
export async function notedSnapshot(
  config: QuarryConfig,
  request: Omit<IndexRequest, 'by'>,
): Promise<SnapshotDetail | null> {
  const { repository, snapshot } = refOf(request);
  const { tenant, name } = repositoryOwner(repository);
  const stores = await openStores(config);
  try {
    return await new RepositoryRegistry(stores.recordStore).snapshot(tenant, name, snapshot);
  } finally {
    await stores.close();
  }
}

/**
 * Verifies the index of a folder without changing it.
 * @throws Fault `index_damaged`, with the damage and what to do, `index_missing`
 */
export async function checkIndex(
  config: QuarryConfig,
  request: Omit<IndexRequest, 'by'>,
): Promise<CheckedIndex> {
  const ref = refOf(request);
  const stores = await openStores(config);
  try {
    const losses = await lossesOf(stores, ref);
    if (losses.length > 0) throw new Fault('index_damaged', losses.map(({ message }) => message).join(' '));
    const info = await stores.searchIndex.describe(ref);
    if (info) {
      await checkSearchSnapshot(config.searchIndexUrl, ref, searchOptions(config));
      await checkGraphSnapshot(config.graphStoreUrl, ref);
      const graph = (await stores.graphStore.describe(ref)) ?? { files: 0, nodes: 0, edges: 0 };
      return { ...info, graph };
    }
    throw new Fault(
      'index_missing',
      `There is no index of ${ref.repository}. Build it with \`quarry index PATH\`.`,
    );
  } finally {
    await stores.close();
  }
}
