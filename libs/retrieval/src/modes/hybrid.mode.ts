import type { HybridHit } from '@quarry/search-index';
import { aboveFloor, hybridCandidates } from './hybrid-candidates';
import type { ModeRequest, ModeSource, RankedHit, RetrievalModeStrategy } from './mode';

/** Vector search and BM25 (003 §4.4), fused as the pipeline says: by their scores, or by reciprocal rank fusion. */
export const hybridMode: RetrievalModeStrategy<'hybrid'> = {
  mode: 'hybrid',
  async search(
    source: ModeSource,
    requests: readonly ModeRequest[],
  ): Promise<readonly (readonly RankedHit[])[]> {
    const lists = await hybridCandidates(source, requests);
    return requests.map((request, at) => relevantOf(request, lists[at] ?? [], source.settings));
  },
};

/** The first hits that count as found. */
function relevantOf(
  { query, topK, codeFirst }: ModeRequest,
  ranked: readonly HybridHit[],
  settings: ModeSource['settings'],
): RankedHit[] {
  const relevant = (first: number) => aboveFloor(query, ranked.slice(0, first), settings).slice(0, topK);
  // To look for words in a text takes longer than the search found it: the last candidates are read only where the first do not suffice.
  const near = relevant(settings.rerank.widen_factor * topK);
  if (codeFirst === true) return filledUp(near, ranked, topK);
  return near.length < topK ? relevant(ranked.length) : near;
}

/**
 * Up to `topK` hits of a question about code in the order of the search, if any counts as found: its words are those of
 * who asks, so that what answers it has few of them.
 */
function filledUp(near: readonly RankedHit[], ranked: readonly HybridHit[], topK: number): RankedHit[] {
  const relevance = new Map(near.map((hit) => [hit.chunk.id, hit.relevance]));
  if (near.length === 0) return [];
  return ranked
    .slice(0, topK)
    .map(({ chunk, cosine = 0 }) => ({ chunk, relevance: relevance.get(chunk.id) ?? Math.max(0, cosine) }));
}
