import { setImmediate as breathe } from 'node:timers/promises';
import type { GraphFile } from '@quarry/graph-store';
import type { SnapshotRef } from '@quarry/turn';
import type { FactsCache, FactsKey } from '../cache/facts-cache';
import type { FileFacts } from '../facts';
import type { Relinked } from '../link/change';
import { checkCancelled } from '../progress/cancelled';
import { applyScip, hasScip, type Applied } from '../scip/apply-scip';
import type { IndexOptions } from './options';
import type { LazyFacts, ReadFile } from './read-files';

/** Files per write; the run can be cancelled between two writes. */
const BATCH = 100;

/** A file of the graph. */
type LinkedFile = ReadFile & { readonly facts: LazyFacts };

type GraphOptions = Pick<IndexOptions, 'graphStore' | 'ref' | 'link' | 'scipFile' | 'onProgress' | 'signal'>;

/**
 * Links the files whose part of the graph a change concerns, puts the edges of imported indexes over them, and writes
 * what is other than stored. Returns the linked files.
 * @param isCurrent whether the stored graph is the one that was linked last, so that it can be continued
 * @param rewritten paths of the files whose chunks need the keys of this run
 */
export async function writeGraph(
  files: readonly ReadFile[],
  cache: FactsCache,
  isCurrent: boolean,
  rewritten: ReadonlySet<string>,
  options: GraphOptions,
): Promise<Applied> {
  const { graphStore, ref, scipFile, onProgress, signal } = options;
  const own = files.filter((file): file is LinkedFile => file.facts !== null);
  const name = graphName(ref);
  onProgress?.({ phase: 'link', done: 0, total: own.length });
  await breathe();
  checkCancelled(signal);
  const shas = new Map(files.map(({ source, sha }) => [source.path, sha]));
  const hashes = new Map(own.map(({ source, content }) => [source.path, content]));
  // The edges of an imported index can end anywhere.
  const before = isCurrent && !(await hasScip(scipFile, ref)) ? cache.links.hashes(name) : null;
  const again = before && relinked(own, before, rewritten, cache, options);
  const linked = again ?? options.link.all(own.map(({ facts }) => facts.get()));
  const { graph, report } = await applyScip(linked.graph, { file: scipFile, ref, shas });
  onProgress?.({ phase: 'link', done: own.length, total: own.length });

  const stored = await graphStore.manifest(ref);
  const gone = [...stored.keys()].filter((path) => !hashes.has(path));
  await graphStore.write(ref, { remove: gone });
  await writeFiles(
    graph.filter(({ path, digest }) => stored.get(path) !== digest),
    options,
  );
  if ('state' in linked) {
    if (linked.state) cache.links.set(name, { hashes, state: linked.state });
  } else if (before) {
    const forgotten = [...before.keys()].filter((path) => !hashes.has(path));
    cache.links.change(name, hashes, linked, forgotten);
  }
  return { graph, report };
}

/** Under which the cache keeps what linking a snapshot found out. */
export function graphName({ repository, snapshot }: SnapshotRef): string {
  return JSON.stringify([repository, snapshot]);
}

/** Null if all files must be linked. */
function relinked(
  files: readonly LinkedFile[],
  hashes: ReadonlyMap<string, string>,
  rewritten: ReadonlySet<string>,
  cache: FactsCache,
  { link, ref }: GraphOptions,
): Relinked | null {
  if (!link.changed) return null;
  const now = new Map(files.map((file) => [file.source.path, file]));
  const isOther = (path: string): boolean => hashes.get(path) !== now.get(path)?.content;
  // Cut another way, though nothing changed.
  if (files.some(({ source: { path } }) => rewritten.has(path) && !isOther(path))) return null;
  const before = new Map<string, FileFacts>();
  for (const [path, hash] of hashes) {
    if (!isOther(path)) continue;
    const facts = cache.facts({ path, hash });
    if (!facts) return null;
    before.set(path, facts);
  }
  const keys = files.map(({ source, content }): FactsKey => ({ path: source.path, hash: content }));
  return link.changed({
    outlines: () => cache.outlines(keys),
    flows: () => {
      const flows = cache.flows(keys);
      return new Map(keys.map(({ path }, n) => [path, flows[n]]));
    },
    changed: new Set([...now.keys()].filter(isOther)),
    before,
    facts: (path) => now.get(path)!.facts.get(),
    links: (path) => cache.links.file(graphName(ref), path),
    state: () => cache.links.state(graphName(ref)),
  });
}

async function writeFiles(
  changed: readonly GraphFile[],
  { graphStore, ref, onProgress, signal }: GraphOptions,
): Promise<void> {
  for (let i = 0; i < changed.length; i += BATCH) {
    checkCancelled(signal);
    await graphStore.write(ref, { files: changed.slice(i, i + BATCH) });
    onProgress?.({ phase: 'graph', done: Math.min(i + BATCH, changed.length), total: changed.length });
  }
}
