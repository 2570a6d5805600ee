import { defined, type PlanFilter, type SnapshotRef } from '@quarry/turn';
import { fuse, type Fusion } from './fusion';
import type { Chunk, SearchReader, SearchQuery } from './port';

/** What is sought by its words and, where it has a vector, by its meaning. */
export interface HybridQuery {
  readonly text: string;
  /** Null: by words alone. */
  readonly vector: Float32Array | null;
  /** Candidates of each list. */
  readonly k: number;
  readonly filter?: PlanFilter;
}

export interface HybridHit {
  readonly chunk: Chunk;
  /** What the list is ordered by: that of the fusion, or of BM25 where the query has no vector. Comparable within one list only. */
  readonly score: number;
  /** Cosine similarity, where the chunk was found by meaning. */
  readonly cosine?: number;
}

/**
 * Gathers candidates by words and by meaning, all queries in one call of the index, and makes one list of each pair, best first. Computed here, not
 * by the store, so that it is the same on every store.
 */
export async function searchHybrid(
  index: SearchReader,
  ref: SnapshotRef,
  queries: readonly HybridQuery[],
  fusion: Fusion,
): Promise<readonly (readonly HybridHit[])[]> {
  const asked = queries.map(searchesOf);
  const lists = await index.search(ref, asked.flat());
  let at = 0;
  return queries.map(({ vector, k }) => {
    const dense = vector ? (lists[at++] ?? []) : null;
    const sparse = lists[at++] ?? [];
    if (!dense) return sparse.map(({ chunk, score }) => ({ chunk, score }));
    const chunks = new Map([...dense, ...sparse].map(({ chunk }) => [chunk.id, chunk]));
    const cosines = new Map(dense.map(({ chunk, score }) => [chunk.id, score]));
    return fuse({ dense, sparse, asked: k }, fusion).flatMap(({ id, score }) => {
      const chunk = chunks.get(id);
      const cosine = cosines.get(id);
      return chunk ? [{ chunk, score, ...defined({ cosine }) }] : [];
    });
  });
}

function searchesOf({ text, vector, k, filter }: HybridQuery): readonly SearchQuery[] {
  const narrowed = filter ? { filter } : {};
  const words: SearchQuery = { kind: 'bm25', text, k, ...narrowed };
  return vector ? [{ kind: 'knn', vector, k, ...narrowed }, words] : [words];
}
