import type { IndexInfo } from '@quarry/search-index';
import { Fault } from '@quarry/turn';
import { FactsCache } from '../cache/facts-cache';
import { readTree } from '../source/source-tree';
import { chunksChanged, contentChanged, factsDigest } from './changes';
import type { ChangedFile } from './changes';
import { embedPending } from './embed-pending';
import { lockIndex } from './lock';
import type { IndexOptions, IndexReport } from './options';
import { readFiles } from './read-files';
import { writeChunks } from './write-chunks';
import { writeGraph } from './write-graph';

/**
 * Brings an index to the present state of a folder: reads what changed, links the graph, writes chunks, then vectors. A file's stored
 * hash is written last of all that concerns it, so a run that is interrupted anywhere is completed by the next one.
 * @throws Fault `path_not_found`, `index_busy`, `index_other_model`, `cancelled`, and those of the stores
 */
export async function indexRepository(options: IndexOptions): Promise<IndexReport> {
  const started = performance.now();
  const tree = await readTree(options.root, options);
  const release = lockIndex(options.lockFile);
  try {
    const cache = FactsCache.open(options.cacheFile);
    try {
      const report = await update(tree, cache, options);
      return { ...report, ms: Math.round(performance.now() - started) };
    } finally {
      cache.close();
    }
  } finally {
    release();
  }
}

async function update(
  tree: Awaited<ReturnType<typeof readTree>>,
  cache: FactsCache,
  options: IndexOptions,
): Promise<Omit<IndexReport, 'ms'>> {
  const { searchIndex, graphStore, ref, embedder } = options;
  if (options.rebuild) {
    options.discard?.();
    await forget(options);
  }
  checkModel(await searchIndex.describe(ref), options);
  const stored = await searchIndex.manifest(ref);

  const read = await readFiles(tree.files, cache, options);
  const present = new Set(read.files.map(({ source }) => source.path));
  const removed = [...stored.keys()].filter((path) => !present.has(path));

  // Set while graph and chunks are those of the very same facts, so that a run without changes need not link.
  const mark = `linked ${ref.repository} ${ref.snapshot}`;
  const facts = factsDigest(read.files);
  const edited = contentChanged(read.files, stored);
  const isLinked =
    cache.mark(mark) === facts &&
    edited.every((file) => file.facts === null) &&
    (await graphStore.describe(ref)) !== null;
  let changed: readonly ChangedFile[] = edited.map((file) => ({ file, hash: file.hash, nodes: [] }));
  if (!isLinked) {
    cache.setMark(mark, '');
    const graph = await writeGraph(
      read.files.flatMap((file) => file.facts ?? []),
      options,
    );
    changed = chunksChanged(read.files, graph, stored);
  }
  const moved = await writeChunks(changed, tree.commit, options);
  await searchIndex.write(ref, {
    remove: removed,
    meta: {
      root: tree.root,
      commit: tree.commit,
      bm25: true,
      ...(embedder ? { embedder: modelOf(embedder) } : {}),
    },
  });
  cache.setMark(mark, facts);
  const vectors = embedder ? await embedPending(embedder, options) : { embedded: 0, problem: null };

  const info = await searchIndex.describe(ref);
  const graph = await graphStore.describe(ref);
  return {
    files: read.files.length,
    indexed: changed.length - moved.length,
    unchanged: read.files.length - changed.length,
    removed: removed.length,
    skipped: [...tree.skipped, ...read.skipped],
    problems: [...read.problems, ...moved],
    chunks: info?.chunks ?? 0,
    nodes: graph?.nodes ?? 0,
    edges: graph?.edges ?? 0,
    embedded: vectors.embedded,
    pendingVectors: info?.pendingVectors ?? 0,
    embedderProblem: vectors.problem,
    bytes: read.bytes,
    commit: tree.commit,
    dirty: tree.dirty,
  };
}

/** Empties the snapshot. Interrupted, it is an index of fewer files, and the next run completes it. */
async function forget({ searchIndex, graphStore, ref, embedder }: IndexOptions): Promise<void> {
  const files = [...(await searchIndex.manifest(ref)).keys()];
  await searchIndex.write(ref, { remove: files, meta: { embedder: embedder ? modelOf(embedder) : null } });
  await graphStore.write(ref, { remove: [...(await graphStore.manifest(ref)).keys()] });
}

/** Vectors of two models in one index would be compared as if they were of one. */
function checkModel(info: IndexInfo | null, { embedder, ref }: IndexOptions): void {
  const stored = info?.embedder;
  if (!stored || !embedder) return;
  if (stored.id === embedder.id && stored.dimension === embedder.dimension) return;
  throw new Fault(
    'index_other_model',
    `the index of "${ref.repository}" has vectors of ${stored.id} (${stored.dimension} dimensions), but ${embedder.id} ` +
      `(${embedder.dimension}) is configured; configure the former, or build the index anew with --rebuild`,
  );
}

function modelOf({ id, dimension }: { readonly id: string; readonly dimension: number }): {
  readonly id: string;
  readonly dimension: number;
} {
  return { id, dimension };
}
