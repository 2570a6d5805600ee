import type { Embedder } from '@quarry/embedder';
import { isSourceFile } from '@quarry/evaluation';
import { nearby, nodeOf, rankFiles, type GraphStore, type RankedFile } from '@quarry/graph-store';
import { DEFAULT_FUSION, searchHybrid, type Chunk, type SearchIndex } from '@quarry/search-index';
import { defined, type SnapshotRef } from '@quarry/turn';

/** Where to search. `embedder` is that of the index; null: by keywords only. */
export interface Located {
  readonly searchIndex: SearchIndex;
  readonly graphStore: GraphStore;
  readonly embedder: Embedder | null;
  readonly ref: SnapshotRef;
}

/** A source file that matches a text. `chunk` is its best search hit; absent if only other signals lead to the file. */
export type FoundFile = RankedFile & { readonly chunk?: Chunk };

/** Source files that match a text. */
export interface FilesFound {
  /** By search, code graph and, if given, past commits (`filesOfPast`), best first. */
  readonly ranked: (past?: ReadonlyMap<string, number>) => readonly FoundFile[];
  /** By the search alone, best first. */
  readonly searched: readonly string[];
}

/** Number of ranked chunks, and of those that lead into the graph. */
const CHUNKS = 200;
const LEADING = 50;
/** The neighbourhood: as deep as that of the pipeline `code`, but with more nodes and all kinds of edges. */
const WALK = { depth: 2, maxNodes: 1_000, edgeKinds: [] };

/**
 * Ranks source files for a text: by their best chunk alone (hybrid, or BM25 without an embedder), and by their best
 * chunk, the code graph and past commits ({@link rankFiles}).
 * @throws Fault `index_missing`, `bm25_missing`
 */
export async function locateFiles(where: Located, text: string): Promise<FilesFound> {
  const chunks = await rankedChunks(where, text);
  const pieces = chunks.map(({ chunk: { path, nodeKey }, weight }) => ({
    path,
    weight,
    ...defined({ nodeKey }),
  }));
  const leading = pieces.slice(0, LEADING).filter(({ weight }) => weight > 0);
  const entries = new Map(leading.map((piece) => [nodeOf(piece), piece.weight]));
  const around = await nearby(where.graphStore, where.ref, entries, WALK);
  const best = new Map(chunks.toReversed().map(({ chunk }) => [chunk.path, chunk]));
  const ranked: FilesFound['ranked'] = (past) =>
    rankFiles(leading, around, past)
      .filter(({ path }) => isSourceFile(path))
      .map((file) => {
        const chunk = best.get(file.path);
        return chunk ? { ...file, chunk } : file;
      });
  return { ranked, searched: [...new Set(pieces.map(({ path }) => path))] };
}

/** Chunks of source files, best first, with their search scores. */
async function rankedChunks(
  { searchIndex, embedder, ref }: Located,
  text: string,
): Promise<readonly { readonly chunk: Chunk; readonly weight: number }[]> {
  const [vector = null] = embedder ? await embedder.embed([text], { as: 'query' }) : [];
  const [ranked = []] = await searchHybrid(searchIndex, ref, [{ text, vector, k: CHUNKS }], DEFAULT_FUSION);
  return ranked.flatMap(({ chunk, score }) => (isSourceFile(chunk.path) ? [{ chunk, weight: score }] : []));
}
