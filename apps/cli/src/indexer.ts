import { stat } from 'node:fs/promises';
import { basename, join, relative, resolve } from 'node:path';
import { CachingEmbedder } from '@quarry/embedder';
import { discardGraphSnapshot } from '@quarry/graph-store';
import { indexRepository, openReaders, type IndexOptions, type IndexReport } from '@quarry/indexing';
import {
  openStores,
  readWorkspace,
  searchOptions,
  writeWorkspace,
  type QuarryConfig,
} from '@quarry/platform';
import { checkSearchSnapshot, discardSearchSnapshot, type IndexInfo } from '@quarry/search-index';
import { Fault, type SnapshotRef } from '@quarry/turn';
import { dataDirFor, makeDataDir } from './data-dir';
import { IndexingProgress } from './indexing-progress';
import { summariesOf } from './summaries-of';
import type { Terminal } from './terminal';

export interface IndexRequest {
  /** Absolute path of a folder or file. */
  readonly root: string;
  readonly repository?: string;
  readonly snapshot?: string;
  readonly rebuild?: boolean;
  readonly vectors?: boolean;
  readonly chunking?: IndexOptions['chunking'];
  readonly vectorIndex?: IndexOptions['vectorIndex'];
  /** Registry of addresses. */
  readonly urls?: string;
  /** Who summarises sections; by default the chat model where one is set. */
  readonly summaries?: 'extractive' | 'model';
}

/** The path to index and where its data goes. @throws Fault `path_not_found`. */
export async function locate(
  path: string,
  data: string | undefined,
): Promise<{ readonly root: string; readonly dataDir: string }> {
  const root = resolve(path);
  const found = await stat(root).catch(() => null);
  if (!found)
    throw new Fault(
      'path_not_found',
      `There is nothing at ${root}. Give the folder (or the file) to index: quarry index PATH.`,
    );
  return { root, dataDir: dataDirFor(root, found.isFile(), data) };
}

/**
 * Brings the index of `config.dataDir` to the state of a folder, with progress, and makes it the one that questions are about.
 * @throws Fault `path_not_found` where there is no text to index and never was, `index_busy`, `index_damaged`, `index_other_model`,
 * `bad_request` where a model is to summarise and none is set, `store_unavailable`, `cancelled`.
 */
export async function runIndex(
  config: QuarryConfig,
  request: IndexRequest,
  terminal: Terminal,
): Promise<IndexReport> {
  const ref = refOf(request);
  const summaries = summariesOf(config, request.summaries);
  await makeDataDir(config.dataDir);
  const stores = await openStores(config);
  const embedder =
    request.vectors === false || !stores.embedder
      ? null
      : new CachingEmbedder(stores.embedder, { file: join(config.dataDir, 'vectors-cache.db') });
  const progress = new IndexingProgress(terminal);
  const readers = openReaders();
  try {
    if (!embedder)
      terminal.note(
        `no vectors: ${request.vectors === false ? 'left out by --no-vectors' : stores.embedderProblem}. Search works by keywords (BM25).`,
      );
    if (typeof summaries === 'object')
      terminal.note(
        `sections of documents are summarised by ${summaries.id}, each text once; --summaries extractive does without.`,
      );
    const report = await indexRepository({
      ...readers,
      root: request.root,
      ref,
      searchIndex: stores.searchIndex,
      graphStore: stores.graphStore,
      embedder,
      ...(summaries === undefined ? {} : { summaries }),
      cacheFile: join(config.dataDir, 'facts-cache.db'),
      lockFile: join(config.dataDir, 'index.lock'),
      signal: terminal.signal,
      ...(request.rebuild === undefined ? {} : { rebuild: request.rebuild }),
      ...(request.chunking === undefined ? {} : { chunking: request.chunking }),
      ...(request.urls === undefined ? {} : { urlsFile: resolve(request.urls) }),
      ...(request.vectorIndex === undefined ? {} : { vectorIndex: request.vectorIndex }),
      discard: async () => {
        await discardSearchSnapshot(config.searchIndexUrl, ref, searchOptions(config));
        await discardGraphSnapshot(config.graphStoreUrl, ref);
      },
      onProgress: (now) => {
        progress.show(now);
      },
    });
    // That Quarry does not index its own data goes without saying.
    const own = relative(request.root, config.dataDir);
    const told = { ...report, skipped: report.skipped.filter(({ path }) => path !== own) };
    if (report.files === 0 && report.removed === 0) throw nothingToIndex(request.root, told);
    await makeCurrent(config, { ...ref, root: request.root }, terminal);
    return told;
  } catch (error) {
    if (error instanceof Fault && error.code === 'cancelled')
      throw new Fault(
        'cancelled',
        'the index is as far as it got, and whole; run it again to go on from there.',
        { cause: error },
      );
    throw error;
  } finally {
    await readers.close();
    await embedder?.close();
    await stores.close();
  }
}

/**
 * Looks whether the index of a folder is whole, and changes nothing.
 * @throws Fault `index_damaged` that says what is wrong and what to do, `index_missing`.
 */
export async function checkIndex(config: QuarryConfig, request: IndexRequest): Promise<IndexInfo> {
  const ref = refOf(request);
  await checkSearchSnapshot(config.searchIndexUrl, ref, searchOptions(config));
  const stores = await openStores(config);
  try {
    // Opening verifies the graph's pages.
    await stores.graphStore.describe(ref);
    const info = await stores.searchIndex.describe(ref);
    if (info) return info;
    throw new Fault(
      'index_missing',
      `There is no index of ${ref.repository}. Build it with \`quarry index PATH\`.`,
    );
  } finally {
    await stores.close();
  }
}

function refOf(request: IndexRequest): SnapshotRef {
  return {
    repository: request.repository ?? basename(request.root),
    snapshot: request.snapshot ?? 'current',
  };
}

async function makeCurrent(
  { dataDir }: QuarryConfig,
  workspace: { readonly repository: string; readonly snapshot: string; readonly root: string },
  terminal: Terminal,
): Promise<void> {
  const before = await readWorkspace(dataDir).catch(() => null);
  await writeWorkspace(dataDir, workspace);
  if (before && before.root !== workspace.root)
    terminal.note(
      `questions with ${dataDir} are now about ${workspace.root}; before, they were about ${before.root ?? before.repository}.`,
    );
}

function nothingToIndex(root: string, { skipped }: IndexReport): Fault {
  const reasons = skipped.slice(0, 3).map(({ path, reason }) => `${path}: ${reason}`);
  const more = skipped.length > 3 ? `; and ${skipped.length - 3} more` : '';
  return new Fault(
    'path_not_found',
    `There is no text to index at ${root}${reasons.length > 0 ? ` (${reasons.join('; ')}${more})` : ''}. Give a folder with code or documents.`,
  );
}
