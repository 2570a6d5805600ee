import { isRelevant, termShares } from '@quarry/search-index';
import {
  vectorOf,
  widen,
  type ModeRequest,
  type ModeSource,
  type RankedHit,
  type RetrievalModeStrategy,
} from './mode';

/**
 * Vector search over a widened pool, reranked by keywords without another index (003 §4.2):
 * `final = alpha · semantic + beta · keyword / max(keyword)`. Not hybrid search.
 */
export const semanticRerankMode: RetrievalModeStrategy<'semantic_rerank'> = {
  mode: 'semantic_rerank',
  async search(
    source: ModeSource,
    requests: readonly ModeRequest[],
  ): Promise<readonly (readonly RankedHit[])[]> {
    const { settings } = source;
    const pools = await source.index.search(
      source.ref,
      requests.map((request) => ({
        kind: 'knn',
        vector: vectorOf(request),
        k: widen(settings, request.topK),
        ...(request.filter ? { filter: request.filter } : {}),
      })),
    );
    return pools.map((pool, index) => {
      const request = requests[index];
      if (!request) return [];
      const keyword = termShares(
        request.query,
        pool.map((hit) => hit.chunk),
      );
      const highest = Math.max(...keyword, Number.EPSILON);
      const { alpha, beta } = settings.rerank;
      return pool
        .map((hit, at) => ({
          hit,
          share: keyword[at] ?? 0,
          final: alpha * hit.score + (beta * (keyword[at] ?? 0)) / highest,
        }))
        .filter(({ hit, share }) => isRelevant(settings.relevance, { cosine: hit.score, termShare: share }))
        .sort((a, b) => b.final - a.final || (a.hit.chunk.id < b.hit.chunk.id ? -1 : 1))
        .slice(0, request.topK)
        .map(({ hit, final }) => ({ chunk: hit.chunk, relevance: Math.min(1, Math.max(0, final)) }));
    });
  },
};
