import { copyGraph } from './copy-graph';
import { lockIndex } from '../run/lock';
import { copySearch } from './copy-search';
import type { CopyOptions, CopyReport } from './options';

/**
 * Makes a snapshot in other stores like that in these: chunks, section trees, vectors and graph, file by file, what is there already left alone. Nothing is
 * embedded. Interrupted, the same call goes on. At the end the counts of both sides are compared.
 * @throws Fault `index_missing`, `index_busy`, `copy_incomplete`, `store_unavailable`, `cancelled`
 */
export async function copySnapshot(options: CopyOptions): Promise<CopyReport> {
  const began = Date.now();
  const { ref, search, graph, lockFile } = options;
  const unlock = lockFile === undefined ? null : lockIndex(lockFile);
  try {
    // The graph first: chunks name its nodes.
    const copiedGraph = graph ? await copyGraph(graph, options) : null;
    const copiedSearch = search ? await copySearch(search, options) : null;
    return { ref, search: copiedSearch, graph: copiedGraph, ms: Date.now() - began };
  } finally {
    unlock?.();
  }
}
