import { isRelevant, relevanceOf, searchHybrid, termShares, type HybridHit } from '@quarry/search-index';
import {
  vectorOf,
  widen,
  type ModeRequest,
  type ModeSource,
  type RankedHit,
  type RetrievalModeStrategy,
} from './mode';

/** Vector search and BM25 (003 §4.4), fused as the pipeline says: by their scores, or by reciprocal rank fusion. */
export const hybridMode: RetrievalModeStrategy<'hybrid'> = {
  mode: 'hybrid',
  async search(
    { index, ref, settings }: ModeSource,
    requests: readonly ModeRequest[],
  ): Promise<readonly (readonly RankedHit[])[]> {
    const { fusion, rrf_k: rrfK } = settings;
    const queries = requests.map((request) => ({
      text: request.query,
      vector: vectorOf(request),
      k: widen(settings, request.topK),
      ...(request.filter ? { filter: request.filter } : {}),
    }));
    const lists = await searchHybrid(index, ref, queries, {
      method: fusion.method,
      bm25Weight: fusion.bm25_weight,
      rrfK,
    });
    return requests.map((request, at) => relevantOf(request, lists[at] ?? [], settings));
  },
};

/** The first hits that count as found. */
function relevantOf(
  { query, topK }: ModeRequest,
  ranked: readonly HybridHit[],
  settings: ModeSource['settings'],
): RankedHit[] {
  const relevant = (first: number) => aboveFloor(query, ranked.slice(0, first), settings).slice(0, topK);
  // To look for words in a text takes longer than the search found it: the last candidates are read only where the first do not suffice.
  const near = relevant(settings.rerank.widen_factor * topK);
  return near.length < topK ? relevant(ranked.length) : near;
}

/** The candidates that count as found, in their order. */
function aboveFloor(
  query: string,
  hits: readonly HybridHit[],
  { relevance }: ModeSource['settings'],
): RankedHit[] {
  const shares = termShares(
    query,
    hits.map(({ chunk }) => chunk),
  );
  return hits.flatMap(({ chunk, cosine = -1 }, at) => {
    const signals = { cosine, termShare: shares[at] ?? 0 };
    return isRelevant(relevance, signals) ? [{ chunk, relevance: relevanceOf(signals) }] : [];
  });
}
