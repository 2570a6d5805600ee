import type { Embedder } from '@quarry/embedder';
import { DEFAULT_FUSION, searchHybrid, type Hit, type SearchReader } from '@quarry/search-index';
import type { SnapshotRef } from '@quarry/turn';
import { documentOf } from './measures/found-documents';

/** The index that a baseline searches. `embedder` is that of the index, null if it has no vectors. */
export interface Searched {
  readonly index: SearchReader;
  readonly ref: SnapshotRef;
  readonly embedder: Embedder | null;
}

/** The retrieval modes of the baseline. */
export const BASELINES = ['bm25', 'dense', 'hybrid'] as const;
export type Baseline = (typeof BASELINES)[number];

/** Ranked chunks per wanted document: several chunks of one document count once. */
const WIDEN = 4;

/**
 * The documents that one query with the question itself finds, by mode: the first `documents` different ones, without a
 * relevance floor. It is the baseline for a loop, given as many passages. Without vectors, only `bm25`.
 */
export async function onePass(
  searched: Searched,
  question: string,
  documents: number,
): Promise<Partial<Record<Baseline, readonly string[]>>> {
  if (documents === 0) return {};
  const { index, ref, embedder } = searched;
  const k = Math.max(50, WIDEN * documents);
  const [vector] = embedder ? await embedder.embed([question], { as: 'query' }) : [];
  const [sparse = [], dense = []] = await index.search(ref, [
    { kind: 'bm25', text: question, k },
    ...(vector ? [{ kind: 'knn', vector, k } as const] : []),
  ]);
  const first = (hits: readonly Pick<Hit, 'chunk'>[]) =>
    distinct(hits.map(({ chunk }) => documentOf(chunk))).slice(0, documents);
  if (!vector) return { bm25: first(sparse) };
  const [fused = []] = await searchHybrid(index, ref, [{ text: question, vector, k }], DEFAULT_FUSION);
  return { bm25: first(sparse), dense: first(dense), hybrid: first(fused) };
}

function distinct(names: readonly string[]): string[] {
  return [...new Set(names)];
}
