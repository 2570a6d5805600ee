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
  source: ModeSource,
  request: ModeRequest,
  dense: readonly Hit[],
  sparse: readonly Hit[],
): RankedHit[] {
  const chunks = new Map<string, Chunk>([...dense, ...sparse].map((hit) => [hit.chunk.id, hit.chunk]));
  const cosine = new Map(dense.map((hit) => [hit.chunk.id, hit.score]));
  const pool = [...chunks.values()];
  const shares = new Map(
    termShares(request.query, pool).map((share, index) => [pool[index]?.id ?? '', share]),
  );
  const { fusion, rrf_k } = source.settings;
  const fused = fuse(
    { dense, sparse, asked: widen(source.settings, request.topK) },
    { method: fusion.method, bm25Weight: fusion.bm25_weight, rrfK: rrf_k },
  );
  const ranked: RankedHit[] = [];
  for (const { id } of fused) {
    const chunk = chunks.get(id);
    const signals = { cosine: cosine.get(id) ?? -1, termShare: shares.get(id) ?? 0 };
    if (!chunk || !isRelevant(source.settings.relevance, signals)) continue;
    ranked.push({ chunk, relevance: relevanceOf(signals) });
    if (ranked.length === request.topK) break;
  }
  return ranked;
}
