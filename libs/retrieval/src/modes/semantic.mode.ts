import { isRelevant } from '@quarry/search-index';
import {
  inWantedOrder,
  vectorOf,
  widen,
  type ModeRequest,
  type ModeSource,
  type RankedHit,
  type RetrievalModeStrategy,
} from './mode';

/** Vector search (003 §4.1). Relevance is the cosine similarity. */
export const semanticMode: RetrievalModeStrategy<'semantic'> = {
  mode: 'semantic',
  async search(
    source: ModeSource,
    requests: readonly ModeRequest[],
  ): Promise<readonly (readonly RankedHit[])[]> {
    const lists = await source.index.search(
      source.ref,
      requests.map((request) => ({
        kind: 'knn',
        vector: vectorOf(request),
        k: request.codeFirst === true ? widen(source.settings, request) : request.topK,
        ...(request.filter ? { filter: request.filter } : {}),
      })),
    );
    return requests.map((request, at) => {
      const found = lists[at] ?? [];
      const relevant = found.filter((hit) => isRelevant(source.settings.relevance, { cosine: hit.score }));
      return inWantedOrder(relevant, request)
        .slice(0, request.topK)
        .map((hit) => ({ chunk: hit.chunk, relevance: clamp(hit.score) }));
    });
  },
};

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}
