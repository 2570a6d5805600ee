import { setImmediate as breathe } from 'node:timers/promises';
import type { FileFacts } from '../facts';
import { checkCancelled } from '../progress/cancelled';
import { applyScip, type Applied } from '../scip/apply-scip';
import type { IndexOptions } from './options';

/** Files per write; the run can be cancelled between two writes. */
const BATCH = 100;

/**
 * Links all files, because a change in one may change the edges and keys of any other, puts the edges of imported
 * indexes over them, and writes the files that changed.
 * @param shas SHA-256 of the bytes of every file
 */
export async function writeGraph(
  facts: readonly FileFacts[],
  shas: ReadonlyMap<string, string>,
  options: Pick<IndexOptions, 'graphStore' | 'ref' | 'link' | 'scipFile' | 'onProgress' | 'signal'>,
): Promise<Applied> {
  const { graphStore, ref, scipFile, onProgress, signal } = options;
  onProgress?.({ phase: 'link', done: 0, total: facts.length });
  await breathe();
  checkCancelled(signal);
  const { graph, report } = await applyScip(options.link(facts), { file: scipFile, ref, shas });
  onProgress?.({ phase: 'link', done: facts.length, total: facts.length });

  const stored = await graphStore.manifest(ref);
  const paths = new Set(graph.map(({ path }) => path));
  await graphStore.write(ref, { remove: [...stored.keys()].filter((path) => !paths.has(path)) });
  const changed = graph.filter(({ path, digest }) => stored.get(path) !== digest);
  for (let i = 0; i < changed.length; i += BATCH) {
    checkCancelled(signal);
    await graphStore.write(ref, { files: changed.slice(i, i + BATCH) });
    onProgress?.({ phase: 'graph', done: Math.min(i + BATCH, changed.length), total: changed.length });
  }
  return { graph, report };
}
