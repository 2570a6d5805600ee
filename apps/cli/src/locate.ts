import type { Embedder } from '@quarry/embedder';
import { isSourceFile } from '@quarry/evaluation';
import { nearby, nodeOf, rankFiles, type GraphStore, type RankedFile } from '@quarry/graph-store';
import { DEFAULT_FUSION, fuse, type Chunk, type SearchIndex } from '@quarry/search-index';
import type { SnapshotRef } from '@quarry/turn';

/** Where is searched. `embedder` is that of the index; null: by words alone. */
export interface Located {
  readonly searchIndex: SearchIndex;
  readonly graphStore: GraphStore;
  readonly embedder: Embedder | null;
  readonly ref: SnapshotRef;
}

/** Source files that a text is about, best first. */
export interface FilesFound {
  /** By search and code graph; `chunk` is the best piece that the search found there, absent where only the graph leads there. */
  readonly files: readonly (RankedFile & { readonly chunk?: Chunk })[];
  /** By the search alone. */
  readonly searched: readonly string[];
}

/** Chunks that are ranked, and of these what leads into the graph. */
const CHUNKS = 200;
const LEADING = 50;
/** The neighbourhood is that of the pipeline `code`, as deep, and all that a walk looks at. */
const WALK = { depth: 2, maxNodes: 1_000, edgeKinds: [] };

/**
 * Ranks source files by their best chunk for a text (hybrid, or BM25 without an embedder), and by that and the code graph ({@link rankFiles}).
 * @throws Fault `index_missing`, `bm25_missing`
 */
export async function locateFiles(where: Located, text: string): Promise<FilesFound> {
  const chunks = await rankedChunks(where, text);
  const pieces = chunks.map(({ chunk: { path, nodeKey }, weight }) => ({
    path,
    weight,
    ...(nodeKey === undefined ? {} : { nodeKey }),
  }));
  const leading = pieces.slice(0, LEADING).filter(({ weight }) => weight > 0);
  const entries = new Map(leading.map((piece) => [nodeOf(piece), piece.weight]));
  const around = await nearby(where.graphStore, where.ref, entries, WALK);
  const best = new Map(chunks.toReversed().map(({ chunk }) => [chunk.path, chunk]));
  const files = rankFiles(leading, around)
    .filter(({ path }) => isSourceFile(path))
    .map((file) => {
      const chunk = best.get(file.path);
      return chunk ? { ...file, chunk } : file;
    });
  return { files, searched: [...new Set(pieces.map(({ path }) => path))] };
}

/** Chunks of source files, best first, with the scores of the search. */
async function rankedChunks(
  { searchIndex, embedder, ref }: Located,
  text: string,
): Promise<readonly { readonly chunk: Chunk; readonly weight: number }[]> {
  const [vector] = embedder ? await embedder.embed([text], { as: 'query' }) : [];
  const [sparse = [], dense = []] = await searchIndex.search(ref, [
    { kind: 'bm25', text, k: CHUNKS },
    ...(vector ? [{ kind: 'knn', vector, k: CHUNKS } as const] : []),
  ]);
  const chunks = new Map([...sparse, ...dense].map(({ chunk }) => [chunk.id, chunk]));
  const ranked = vector
    ? fuse({ dense, sparse, asked: CHUNKS }, DEFAULT_FUSION)
    : sparse.map(({ chunk, score }) => ({ id: chunk.id, score }));
  return ranked.flatMap(({ id, score }) => {
    const chunk = chunks.get(id);
    return chunk && isSourceFile(chunk.path) ? [{ chunk, weight: score }] : [];
  });
}
