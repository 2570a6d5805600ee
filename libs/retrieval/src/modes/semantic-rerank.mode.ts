import { isRelevant, termShares } from '@quarry/search-index';
import { rerankedBy } from './reranked-by';
import {
  inWantedOrder,
  vectorOf,
  widen,
  type ModeRequest,
  type ModeSource,
  type RankedHit,
  type RetrievalModeStrategy,
} from './mode';

/**
 * A wider pool than wanted, reranked. If a reranker is configured, it reads the best candidates of the hybrid search.
 * Otherwise the pool is that of the vector search, reranked by keywords without another index (003 §4.2).
 */
export const semanticRerankMode: RetrievalModeStrategy<'semantic_rerank'> = {
  mode: 'semantic_rerank',
  search: (source, requests, signal) =>
    source.reranker
      ? rerankedBy(source.reranker, source, requests, signal)
      : rerankedByFormula(source, requests),
};

/** `final = alpha · semantic + beta · keyword / max(keyword)`. Not hybrid search. */
async function rerankedByFormula(
  { index, ref, settings }: ModeSource,
  requests: readonly ModeRequest[],
): Promise<readonly (readonly RankedHit[])[]> {
  const pools = await index.search(
    ref,
    requests.map((request) => ({
      kind: 'knn',
      vector: vectorOf(request),
      k: widen(settings, request),
      ...(request.filter ? { filter: request.filter } : {}),
    })),
  );
  return pools.map((pool, at) => {
    const request = requests[at];
    if (!request) return [];
    const keyword = termShares(
      request.query,
      pool.map((hit) => hit.chunk),
    );
    const highest = Math.max(...keyword, Number.EPSILON);
    const { alpha, beta } = settings.rerank;
    const order = pool
      .map((hit, place) => ({
        hit,
        share: keyword[place] ?? 0,
        final: alpha * hit.score + (beta * (keyword[place] ?? 0)) / highest,
      }))
      .filter(({ hit, share }) => isRelevant(settings.relevance, { cosine: hit.score, termShare: share }))
      .sort((a, b) => b.final - a.final || (a.hit.chunk.id < b.hit.chunk.id ? -1 : 1))
      .map(({ hit, final }) => ({ chunk: hit.chunk, relevance: Math.min(1, Math.max(0, final)) }));
    return inWantedOrder(order, request).slice(0, request.topK);
  });
}
