import { copyGraph } from './copy-graph';
import { lockIndex } from '../run/lock';
import { copySearch } from './copy-search';
import type { CopyOptions, CopyReport } from './options';

/**
 * Copies a snapshot to other stores, file by file: chunks, section trees, vectors and graph. Unchanged files are
 * skipped, and nothing is embedded. After an interruption, the same call continues. At the end it compares the counts
 * of both sides.
 * @throws Fault `index_missing`, `index_busy`, `copy_incomplete`, `store_unavailable`, `cancelled`
 *
 * @example
 * const report = await copySnapshot({
 *   ref: { repository: 'billing', snapshot: 'main' },
 *   search: { from: openSearchIndex('sqlite:/srv/quarry/index'), to: openSearchIndex(elasticsearchUrl) },
 *   graph: null,
 *   vectorIndex: 'same',
 * });
 */
export async function copySnapshot(options: CopyOptions): Promise<CopyReport> {
  const began = Date.now();
  const { ref, search, graph, lockFile } = options;
  const unlock = lockFile === undefined ? null : lockIndex(lockFile);
  try {
    // The graph first, because chunks refer to its nodes.
    const copiedGraph = graph ? await copyGraph(graph, options) : null;
    const copiedSearch = search ? await copySearch(search, options) : null;
    return { ref, search: copiedSearch, graph: copiedGraph, ms: Date.now() - began };
  } finally {
    unlock?.();
  }
}
