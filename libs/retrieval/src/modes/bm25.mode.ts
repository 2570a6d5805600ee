import {
  asksWhatCodeDoes,
  type Hit,
  isRelevant,
  ORDERED,
  orderCode,
  searchedText,
  termShares,
} from '@quarry/search-index';
import {
  inWantedOrder,
  widen,
  type ModeRequest,
  type ModeSource,
  type RankedHit,
  type RetrievalModeStrategy,
} from './mode';

/**
 * Keyword search (003 §4.3). Relevance is the share of the query's terms, weighed by rarity. It stands in for hybrid
 * search where there are no vectors, so its first hits are ordered as there.
 */
export const bm25Mode: RetrievalModeStrategy<'bm25'> = {
  mode: 'bm25',
  async search(
    { index, ref, settings }: ModeSource,
    requests: readonly ModeRequest[],
  ): Promise<readonly (readonly RankedHit[])[]> {
    const { fusion, relevance } = settings;
    const lists = await index.search(
      ref,
      requests.map((request) => ({
        kind: 'bm25',
        text: searchedText(request.query),
        k: candidatesOf(request, settings),
        ...(request.filter ? { filter: request.filter } : {}),
      })),
    );
    return requests.map((request, at) => {
      const { query, topK } = request;
      const found = lists[at] ?? [];
      const order = fusion.code_order ? orderCode(query, found) : found;
      // Shares depend on what is compared: as many candidates as there are hits.
      const relevant = (hits: readonly Hit[]): readonly RankedHit[] => {
        const first = hits.slice(0, topK);
        const shares = termShares(
          query,
          first.map(({ chunk }) => chunk),
        );
        return first
          .map(({ chunk }, place) => ({ chunk, relevance: shares[place] ?? 0 }))
          .filter((hit) => isRelevant(relevance, { termShare: hit.relevance }));
      };
      const wanted = relevant(inWantedOrder(order, request));
      // Code below the floor keeps no place from what is relevant.
      const others = wanted.length < topK && request.codeFirst === true ? relevant(order) : [];
      const known = new Set(wanted.map(({ chunk }) => chunk.id));
      return [...wanted, ...others.filter(({ chunk }) => !known.has(chunk.id))].slice(0, topK);
    });
  },
};

/** Candidates that are read: more than hits where their order is not that of the search. */
function candidatesOf(request: ModeRequest, settings: ModeSource['settings']): number {
  if (request.codeFirst === true) return widen(settings, request);
  const { fusion } = settings;
  return fusion.code_order && asksWhatCodeDoes(request.query)
    ? Math.max(request.topK, ORDERED)
    : request.topK;
}
