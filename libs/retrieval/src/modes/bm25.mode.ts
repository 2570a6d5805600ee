import {
  asksWhatCodeDoes,
  isRelevant,
  ORDERED,
  orderCode,
  searchedText,
  termShares,
} from '@quarry/search-index';
import type { ModeRequest, ModeSource, RankedHit, RetrievalModeStrategy } from './mode';

/**
 * Keyword search (003 §4.3). Relevance is the share of the query's terms, weighed by rarity. It stands in for hybrid
 * search where there are no vectors, so its first hits are ordered as there.
 */
export const bm25Mode: RetrievalModeStrategy<'bm25'> = {
  mode: 'bm25',
  async search(
    { index, ref, settings: { fusion, relevance } }: ModeSource,
    requests: readonly ModeRequest[],
  ): Promise<readonly (readonly RankedHit[])[]> {
    const lists = await index.search(
      ref,
      requests.map(({ query, topK, filter }) => ({
        kind: 'bm25',
        text: searchedText(query),
        k: fusion.code_order && asksWhatCodeDoes(query) ? Math.max(topK, ORDERED) : topK,
        ...(filter ? { filter } : {}),
      })),
    );
    return requests.map(({ query, topK }, at) => {
      const found = lists[at] ?? [];
      const hits = (fusion.code_order ? orderCode(query, found) : found).slice(0, topK);
      const shares = termShares(
        query,
        hits.map(({ chunk }) => chunk),
      );
      return hits
        .map(({ chunk }, place) => ({ chunk, relevance: shares[place] ?? 0 }))
        .filter((hit) => isRelevant(relevance, { termShare: hit.relevance }));
    });
  },
};
