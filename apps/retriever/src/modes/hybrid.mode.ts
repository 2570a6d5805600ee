import {
  fuse,
  isRelevant,
  relevanceOf,
  termShares,
  type Chunk,
  type Hit,
  type SearchQuery,
} from '@quarry/search-index';
import {
  vectorOf,
  widen,
  type ModeRequest,
  type ModeSource,
  type RankedHit,
  type RetrievalModeStrategy,
} from './mode';

/**
 * Vector search and BM25 (003 §4.4), fused as the pipeline says: by their scores, or by reciprocal rank fusion. Computed here, not by
 * the store, so that it is the same on every store.
 */
export const hybridMode: RetrievalModeStrategy = {
  mode: 'hybrid',
  needsVectors: true,
  needsBm25: true,
  async search(
    source: ModeSource,
    requests: readonly ModeRequest[],
  ): Promise<readonly (readonly RankedHit[])[]> {
    const queries = requests.flatMap((request): SearchQuery[] => {
      const k = widen(source.settings, request.topK);
      const filter = request.filter ? { filter: request.filter } : {};
      return [
        { kind: 'knn', vector: vectorOf(request), k, ...filter },
        { kind: 'bm25', text: request.query, k, ...filter },
      ];
    });
    const lists = await source.index.search(source.ref, queries);
    return requests.map((request, index) =>
      merge(source, request, lists[2 * index] ?? [], lists[2 * index + 1] ?? []),
    );
  },
};

function merge(
  { settings }: ModeSource,
  request: ModeRequest,
  dense: readonly Hit[],
  sparse: readonly Hit[],
): RankedHit[] {
  const { fusion, rrf_k, rerank } = settings;
  const fused = fuse(
    { dense, sparse, asked: widen(settings, request.topK) },
    { method: fusion.method, bm25Weight: fusion.bm25_weight, rrfK: rrf_k },
  );
  const chunks = new Map([...dense, ...sparse].map((hit) => [hit.chunk.id, hit.chunk]));
  const cosines = new Map(dense.map((hit) => [hit.chunk.id, hit.score]));
  const ranked = fused.flatMap(({ id }) => chunks.get(id) ?? []);
  const relevant = (first: number) =>
    aboveFloor(request.query, ranked.slice(0, first), cosines, settings).slice(0, request.topK);
  // To look for words in a text takes longer than the search found it: the last candidates are read only where the first do not suffice.
  const near = relevant(rerank.widen_factor * request.topK);
  return near.length < request.topK ? relevant(ranked.length) : near;
}

/** The candidates that count as found, in their order. */
function aboveFloor(
  query: string,
  chunks: readonly Chunk[],
  cosines: ReadonlyMap<string, number>,
  { relevance }: ModeSource['settings'],
): RankedHit[] {
  const shares = termShares(query, chunks);
  return chunks.flatMap((chunk, at) => {
    const signals = { cosine: cosines.get(chunk.id) ?? -1, termShare: shares[at] ?? 0 };
    return isRelevant(relevance, signals) ? [{ chunk, relevance: relevanceOf(signals) }] : [];
  });
}
