import { defined, type PlanFilter, type SnapshotRef } from '@quarry/turn';
import { orderCode } from './code-order/order-code';
import { fuse, type Fusion } from './fusion';
import type { Chunk, SearchReader, SearchQuery } from './port';
import { preferPhrases } from './prefer-phrases';
import { conceptsOf, searchedText } from './query-concepts';

/**
 * Factor of the keyword search if it knows the labels of the figure that a query asks for: the statement has these, and
 * hardly a word of the question.
 */
const BY_LABELS = 4;

/** A query by keywords and, if it has a vector, by meaning. */
export interface HybridQuery {
  readonly text: string;
  /** Null: keywords only. */
  readonly vector: Float32Array | null;
  /** Candidates per list. */
  readonly k: number;
  readonly filter?: PlanFilter;
}

export interface HybridHit {
  readonly chunk: Chunk;
  /**
   * The value that orders the list: the fused score, or BM25 if the query has no vector. Comparable within one list
   * only.
   */
  readonly score: number;
  /** Cosine similarity, if the vector search found the chunk. */
  readonly cosine?: number;
}

/**
 * Retrieves keyword and vector candidates of all queries in one call of the index, and fuses each pair into one list,
 * best first; with `score`, texts in which the query's words stand together come earlier ({@link preferPhrases}), and
 * the first hits of a question about what code does are put in a learnt order ({@link orderCode}). The
 * fusion happens here, not in the store, so that every store ranks the same.
 *
 * @example
 * const query = { text: 'Who signs invoices?', vector, k: 50 };
 * const [hits] = await searchHybrid(index, ref, [query], DEFAULT_FUSION);
 */
export async function searchHybrid(
  index: SearchReader,
  ref: SnapshotRef,
  queries: readonly HybridQuery[],
  fusion: Fusion,
): Promise<readonly (readonly HybridHit[])[]> {
  const searches = queries.map(searchesOf);
  const lists = await index.search(ref, searches.flat());
  let at = 0;
  return queries.map(({ text, vector, k }) => {
    const dense = vector ? (lists[at++] ?? []) : null;
    const sparse = lists[at++] ?? [];
    const inOrder = (hits: readonly HybridHit[]): readonly HybridHit[] =>
      fusion.codeOrder ? orderCode(text, hits) : hits;
    if (!dense) return inOrder(sparse.map(({ chunk, score }) => ({ chunk, score })));
    const chunks = new Map([...dense, ...sparse].map(({ chunk }) => [chunk.id, chunk]));
    const cosines = new Map(dense.map(({ chunk, score }) => [chunk.id, score]));
    const words = new Map(sparse.map(({ chunk, score }) => [chunk.id, score]));
    const bm25Weight = fusion.bm25Weight * (conceptsOf(text) === null ? 1 : BY_LABELS);
    const fused = fuse({ dense, sparse, requested: k }, { ...fusion, bm25Weight }).flatMap(
      ({ id, score }) => {
        const chunk = chunks.get(id);
        return chunk ? [{ chunk, score, bm25: words.get(id) ?? 0 }] : [];
      },
    );
    const weight = fusion.method === 'score' ? fusion.phraseWeight : 0;
    const hits = preferPhrases(text, fused, weight).map(({ chunk, score }) => {
      const cosine = cosines.get(chunk.id);
      return { chunk, score, ...defined({ cosine }) };
    });
    return inOrder(hits);
  });
}

function searchesOf({ text, vector, k, filter }: HybridQuery): readonly SearchQuery[] {
  const narrowed = filter ? { filter } : {};
  const words: SearchQuery = { kind: 'bm25', text: searchedText(text), k, ...narrowed };
  return vector ? [{ kind: 'knn', vector, k, ...narrowed }, words] : [words];
}
