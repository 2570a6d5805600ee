import type { Reranker } from '@quarry/reranker';
import type { Chunk } from '@quarry/search-index';
import { aboveFloor, hybridCandidates } from './hybrid-candidates';
import { inWantedOrder, widen, type ModeRequest, type ModeSource, type RankedHit } from './mode';

/**
 * The best candidates of the hybrid search, as many as `widen` says, in the order of a reranker. It orders only: which
 * of them count as found, and their relevance, is as in hybrid search, since scores of rerankers have no common scale.
 * @throws Fault `reranker_unavailable`, `cancelled`
 */
export async function rerankedBy(
  reranker: Reranker,
  source: ModeSource,
  requests: readonly ModeRequest[],
  signal: AbortSignal,
): Promise<readonly (readonly RankedHit[])[]> {
  const lists = await hybridCandidates(source, requests);
  return Promise.all(
    requests.map(async (request, at) => {
      const { query, topK } = request;
      const candidates = (lists[at] ?? []).slice(0, widen(source.settings, request));
      const hits = aboveFloor(query, candidates, source.settings);
      const scores = await reranker.rerank(
        query,
        hits.map(({ chunk }) => passageOf(chunk)),
        { signal },
      );
      const order = hits
        .map((hit, place) => ({ hit, score: scores[place] ?? -Infinity }))
        .toSorted((a, b) => b.score - a.score)
        .map(({ hit }) => hit);
      return inWantedOrder(order, request).slice(0, topK);
    }),
  );
}

/** What a reranker reads of a chunk. */
function passageOf({ title, symbol, text }: Chunk): string {
  const name = title ?? symbol;
  return name === undefined ? text : `${name}\n${text}`;
}
