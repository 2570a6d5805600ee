import {
  isRelevant,
  orderCode,
  relevanceOf,
  searchHybrid,
  termShares,
  type HybridHit,
} from '@quarry/search-index';
import { wordsOfCode } from '../words/words-of-code';
import { codeFirst } from './code-first';
import { inWantedOrder, vectorOf, widen, type ModeRequest, type ModeSource, type RankedHit } from './mode';

/** Candidates for each hit among which code is put in order. */
const READ = 2;

/**
 * The candidates of the hybrid search for each request, best first, fused as the pipeline's settings say; those of the
 * vector search where the index has no BM25 artifacts.
 */
export async function hybridCandidates(
  { index, ref, info, settings }: ModeSource,
  requests: readonly ModeRequest[],
): Promise<readonly (readonly HybridHit[])[]> {
  const { fusion, rrf_k: rrfK } = settings;
  const inWanted = (lists: readonly (readonly HybridHit[])[]): readonly (readonly HybridHit[])[] =>
    lists.map((hits, at) => {
      const request = requests[at];
      if (!request) return hits;
      const { question, topK } = request;
      if (request.codeFirst !== true || question === undefined || !fusion.code_order)
        return inWantedOrder(hits, request);
      // The query has only the words of the question, whose form says what code may answer it (ADR 48).
      return codeFirst(orderCode(question, codeFirst(hits, READ * topK)), topK);
    });
  const queries = requests.map((request) => ({
    text: searchedWords(request),
    vector: vectorOf(request),
    k: widen(settings, request),
    ...(request.filter ? { filter: request.filter } : {}),
  }));
  if (!info.bm25) {
    const lists = await index.search(
      ref,
      queries.map(({ text: _text, ...query }) => ({ kind: 'knn', ...query })),
    );
    return inWanted(lists.map((hits) => hits.map(({ chunk, score }) => ({ chunk, score, cosine: score }))));
  }
  const ranked = await searchHybrid(index, ref, queries, {
    method: fusion.method,
    bm25Weight: fusion.bm25_weight,
    phraseWeight: fusion.phrase_weight,
    codeOrder: fusion.code_order,
    rrfK,
  });
  return inWanted(ranked);
}

/** The words of a request; about code with those that code may have for them. */
function searchedWords({ query, question, codeFirst: isOfCode = false }: ModeRequest): string {
  if (!isOfCode || question === undefined) return query;
  return [query, ...wordsOfCode(question)].join(' ');
}

/** The candidates that count as found, in their order. */
export function aboveFloor(
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
