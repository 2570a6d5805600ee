import { stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { CachingEmbedder } from '@quarry/embedder';
import { discardGraphSnapshot } from '@quarry/graph-store';
import { indexRepository, loadReaders, type IndexReport } from '@quarry/indexing';
import { openStores, writeWorkspace, type QuarryConfig } from '@quarry/platform';
import { discardSearchSnapshot } from '@quarry/search-index';
import { Fault } from '@quarry/turn';
import { dataDirOf } from './data-dir';
import type { Terminal } from './terminal';

export interface IndexRequest {
  /** Absolute path of a folder or file. */
  readonly root: string;
  readonly repository?: string;
  readonly snapshot?: string;
  readonly rebuild?: boolean;
  readonly vectors?: boolean;
  readonly quiet?: boolean;
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
  return { root, dataDir: data === undefined ? dataDirOf(root, found.isFile()) : resolve(data) };
}

/** Brings the index of `config.dataDir` to the state of a folder, with progress, and makes it the one that questions are about. */
export async function runIndex(
  config: QuarryConfig,
  request: IndexRequest,
  terminal: Terminal,
): Promise<IndexReport> {
  const ref = {
    repository: request.repository ?? basename(request.root),
    snapshot: request.snapshot ?? 'current',
  };
  if (request.rebuild === true) {
    // What is damaged cannot be emptied, only deleted.
    discardSearchSnapshot(config.searchIndexUrl, ref);
    discardGraphSnapshot(config.graphStoreUrl, ref);
  }
  const stores = await openStores(config);
  const embedder =
    request.vectors === false || !stores.embedder
      ? null
      : new CachingEmbedder(stores.embedder, { file: join(config.dataDir, 'vectors-cache.db') });
  try {
    if (!embedder && request.quiet !== true)
      terminal.err(
        `${terminal.yellow('note')} no vectors: ${stores.embedderProblem ?? 'left out'}. Search works by keywords (BM25).\n`,
      );
    const readers = await loadReaders();
    const report = await indexRepository({
      ...readers,
      root: request.root,
      ref,
      searchIndex: stores.searchIndex,
      graphStore: stores.graphStore,
      embedder,
      cacheFile: join(config.dataDir, 'facts-cache.db'),
      lockFile: join(config.dataDir, 'index.lock'),
      signal: terminal.signal,
      ...(request.rebuild === undefined ? {} : { rebuild: request.rebuild }),
      onProgress: ({ phase, done, total }) => {
        terminal.progress(`${PHASES[phase]} ${done} of ${total}`);
      },
    });
    await writeWorkspace(config.dataDir, { ...ref, root: request.root });
    return report;
  } finally {
    await embedder?.close();
    await stores.close();
  }
}

const PHASES = {
  read: 'reading files',
  link: 'linking the graph',
  graph: 'writing the graph',
  chunks: 'writing chunks',
  vectors: 'embedding chunks',
} as const;

/** The report of a run for people; problems and skipped files by name, the first of them. */
export function renderReport(report: IndexReport, dataDir: string, terminal: Terminal): string {
  const lines = [
    `${terminal.green('indexed')} ${report.files} files (${report.indexed} new or changed, ${report.removed} removed) in ${(report.ms / 1000).toFixed(1)} s: ` +
      `${report.chunks} chunks, ${report.nodes} nodes, ${report.edges} edges${report.commit === null ? '' : `, commit ${report.commit.slice(0, 10)}${report.dirty ? ' with changes' : ''}`}`,
  ];
  if (report.pendingVectors > 0)
    lines.push(
      `${terminal.yellow('note')} ${report.pendingVectors} chunks have no vector yet${report.embedderProblem === null ? '' : `: ${report.embedderProblem}`}. Keyword search finds them; the next run goes on.`,
    );
  for (const [name, remarks] of [
    ['could not be parsed well', report.problems],
    ['skipped', report.skipped],
  ] as const) {
    if (remarks.length === 0) continue;
    lines.push(`${remarks.length} ${name}:`);
    for (const { path, reason } of remarks.slice(0, 8)) lines.push(`  ${path}: ${reason}`);
    if (remarks.length > 8) lines.push(`  … and ${remarks.length - 8} more (--json lists all)`);
  }
  lines.push(terminal.dim(`data in ${dataDir}`));
  return `${lines.join('\n')}\n`;
}
