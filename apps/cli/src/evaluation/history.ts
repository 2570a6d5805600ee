import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CachingEmbedder, type Embedder } from '@quarry/embedder';
import {
  GitRepository,
  isSourceFile,
  rankingMeasures,
  ScratchTree,
  type HistorySet,
} from '@quarry/evaluation';
import { nearby, nodeOf, rankFiles, type FoundPiece } from '@quarry/graph-store';
import { indexRepository, openReaders } from '@quarry/indexing';
import { openStores, type QuarryConfig } from '@quarry/platform';
import { DEFAULT_FUSION, fuse, type SearchIndex } from '@quarry/search-index';
import { Fault, type SnapshotRef } from '@quarry/turn';
import { makeDataDir } from '../data-dir';
import type { Terminal } from '../terminal';

/** How well files were ranked. */
type Measures = Pick<ReturnType<typeof rankingMeasures>, 'recall5' | 'recall10' | 'mrr10'>;

/** One commit of a history: the files as the search ranks them, and as search and graph do. */
export interface MeasuredCommit {
  readonly commit: string;
  readonly search: Measures;
  readonly graph: Measures;
}

/** Chunks that are ranked, and of these what leads into the graph. */
const CHUNKS = 200;
const LEADING = 50;
/** The neighbourhood is that of the pipeline `code`, as deep, and all that a walk looks at. */
const WALK = { depth: 2, maxNodes: 1_000, edgeKinds: [] };

/**
 * For each commit: indexes its parent's tree (only what differs from the one before), asks with the message, and ranks the source files
 * by their best chunk, and by that and the code graph. With vectors the search is hybrid, without them BM25.
 * @throws Fault `path_not_found` where the repository is gone, `cancelled`, and those of indexing.
 */
export async function measureHistory(
  config: QuarryConfig,
  set: HistorySet,
  {
    terminal,
    vectors,
    limit,
  }: { readonly terminal: Terminal; readonly vectors: boolean; readonly limit?: number },
): Promise<readonly MeasuredCommit[]> {
  const git = await GitRepository.open(set.repository, terminal.signal);
  await makeDataDir(config.dataDir);
  const folder = await mkdtemp(join(tmpdir(), 'quarry-history-'));
  const stores = await openStores(config);
  const embedder =
    vectors && stores.embedder
      ? new CachingEmbedder(stores.embedder, { file: join(config.dataDir, 'vectors-cache.db') })
      : null;
  const readers = openReaders();
  const ref = { repository: set.name, snapshot: 'history' };
  const measured: MeasuredCommit[] = [];
  try {
    const tree = new ScratchTree(git, folder);
    const commits = set.commits.slice(0, limit ?? Infinity);
    for (const [at, { commit, parent, text, files }] of commits.entries()) {
      if (terminal.signal.aborted) throw new Fault('cancelled', 'the evaluation was stopped.');
      terminal.progress(`${set.name}: commit ${at + 1} of ${commits.length}`);
      await tree.become(parent, terminal.signal);
      await indexRepository({
        ...readers,
        ...stores,
        embedder,
        root: folder,
        ref,
        cacheFile: join(config.dataDir, 'facts-cache.db'),
        lockFile: join(config.dataDir, 'index.lock'),
        signal: terminal.signal,
      });
      const pieces = await search({ index: stores.searchIndex, ref, embedder }, text);
      const leading = pieces.slice(0, LEADING).filter(({ weight }) => weight > 0);
      const entries = new Map(leading.map((piece) => [nodeOf(piece), piece.weight]));
      const around = await nearby(stores.graphStore, ref, entries, WALK);
      const alone = distinct(pieces);
      const ranked = rankFiles(leading, around).filter(({ path }) => isSourceFile(path));
      const gold = files.map((document) => ({ document, grade: 1 }));
      measured.push({
        commit,
        search: rankingMeasures(gold, alone),
        graph: rankingMeasures(gold, [...ranked.map(({ path }) => path), ...alone]),
      });
    }
    return measured;
  } finally {
    await readers.close();
    await embedder?.close();
    await stores.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Chunks of source files, best first, with the scores of the search. */
async function search(
  {
    index,
    ref,
    embedder,
  }: { readonly index: SearchIndex; readonly ref: SnapshotRef; readonly embedder: Embedder | null },
  text: string,
): Promise<readonly FoundPiece[]> {
  const [vector] = embedder ? await embedder.embed([text], { as: 'query' }) : [];
  const [sparse = [], dense = []] = await index.search(ref, [
    { kind: 'bm25', text, k: CHUNKS },
    ...(vector ? [{ kind: 'knn', vector, k: CHUNKS } as const] : []),
  ]);
  const chunks = new Map([...sparse, ...dense].map(({ chunk }) => [chunk.id, chunk]));
  const ranked = vector
    ? fuse({ dense, sparse, asked: CHUNKS }, DEFAULT_FUSION)
    : sparse.map(({ chunk, score }) => ({ id: chunk.id, score }));
  return ranked.flatMap(({ id, score }) => {
    const chunk = chunks.get(id);
    if (!chunk || !isSourceFile(chunk.path)) return [];
    const { path, nodeKey } = chunk;
    return [{ path, weight: score, ...(nodeKey === undefined ? {} : { nodeKey }) }];
  });
}

function distinct(pieces: readonly FoundPiece[]): readonly string[] {
  return [...new Set(pieces.map(({ path }) => path))];
}
