import { isRelevant, searchedText, termShares } from '@quarry/search-index';
import type { ModeRequest, ModeSource, RankedHit, RetrievalModeStrategy } from './mode';

/** Keyword search (003 §4.3). Relevance is the share of the query's terms, weighed by rarity. */
export const bm25Mode: RetrievalModeStrategy<'bm25'> = {
  mode: 'bm25',
  async search(
    source: ModeSource,
    requests: readonly ModeRequest[],
  ): Promise<readonly (readonly RankedHit[])[]> {
    const lists = await source.index.search(
      source.ref,
      requests.map((request) => ({
        kind: 'bm25',
        text: searchedText(request.query),
        k: request.topK,
        ...(request.filter ? { filter: request.filter } : {}),
      })),
    );
    return lists.map((hits, index) => {
      const shares = termShares(
        requests[index]?.query ?? '',
        hits.map((hit) => hit.chunk),
      );
      return hits
        .map((hit, at) => ({ chunk: hit.chunk, relevance: shares[at] ?? 0 }))
        .filter((hit) => isRelevant(source.settings.relevance, { termShare: hit.relevance }));
    });
  },
};
