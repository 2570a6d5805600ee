import { setImmediate as breathe } from 'node:timers/promises';
import type { FactsCache } from '../cache/facts-cache';
import type { FileFacts } from '../facts';
import { sha256 } from '../source/decode';
import { checkCancelled } from './cancelled';
import type { IndexOptions } from './options';
import type { ReadFile } from './read-files';

/** Files of one write: between two of them the run can be cancelled. */
const BATCH = 100;

/**
 * Links all files and writes those whose part of the graph changed. A change in one file may change the edges of any other, so it is
 * all files or none: none where the graph was last linked from the very same facts.
 */
export async function writeGraph(
  files: readonly ReadFile[],
  cache: FactsCache,
  options: Pick<IndexOptions, 'graphStore' | 'ref' | 'link' | 'onProgress' | 'signal'>,
): Promise<void> {
  const { graphStore, ref, onProgress, signal } = options;
  const withFacts = files.filter((file): file is ReadFile & { facts: FileFacts } => file.facts !== null);
  const linked = sha256(JSON.stringify(withFacts.map(({ source, hash }) => [source.path, hash])));
  const mark = `linked ${ref.repository} ${ref.snapshot}`;
  if (cache.mark(mark) === linked && (await graphStore.describe(ref)) !== null) return;

  onProgress?.({ phase: 'link', done: 0, total: withFacts.length });
  await breathe();
  const graph = options.link(withFacts.map(({ facts }) => facts));
  onProgress?.({ phase: 'link', done: withFacts.length, total: withFacts.length });

  // From the first write on until the last, the graph is of neither the old nor the new facts.
  cache.setMark(mark, '');
  const stored = await graphStore.manifest(ref);
  const paths = new Set(graph.map(({ path }) => path));
  await graphStore.write(ref, { remove: [...stored.keys()].filter((path) => !paths.has(path)) });
  const changed = graph.filter(({ path, digest }) => stored.get(path) !== digest);
  for (let i = 0; i < changed.length; i += BATCH) {
    checkCancelled(signal);
    await graphStore.write(ref, { files: changed.slice(i, i + BATCH) });
    onProgress?.({ phase: 'graph', done: Math.min(i + BATCH, changed.length), total: changed.length });
  }
  cache.setMark(mark, linked);
}
