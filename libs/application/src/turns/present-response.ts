import type { Immutable, TurnDto } from '@quarry/client';
import { cgragMetadata, confidenceOf, gapReport, searchQuality, type Turn } from '@quarry/turn';

type Response = Pick<
  Immutable<TurnDto>,
  'confidence' | 'disclaimer' | 'degraded' | 'search_quality' | 'cgrag' | 'passReports'
>;

/** What clients are told about an answer beside its text; names as in design document 000. Rules: docs/api-response.md. */
export function presentResponse(turn: Turn): Response {
  const confidence = confidenceOf(turn);
  const gaps = cgragMetadata(turn);
  const quality = searchQuality(turn);
  return {
    confidence: confidence?.level ?? null,
    disclaimer: confidence?.disclaimer ?? null,
    degraded: turn.degraded ?? [],
    search_quality: quality && {
      semantic_searched: quality.semanticSearched,
      fts_searched: quality.ftsSearched,
      graph_searched: quality.graphSearched,
      results_found: quality.resultsFound,
      results_used: quality.resultsUsed,
      best_relevance: quality.bestRelevance,
      fallbacks: quality.fallbacks,
    },
    cgrag: gaps && {
      passes_used: gaps.passesUsed,
      gaps_identified: gaps.gapsIdentified,
      gaps_resolved: gaps.gapsResolved,
      gaps_unresolved: gaps.gapsUnresolved,
      session_id: gaps.sessionId,
      context_from_cache: gaps.contextFromCache,
    },
    passReports: gapReport(turn),
  };
}

/** History does not keep it. */
export const NOT_KEPT: Response = {
  confidence: null,
  disclaimer: null,
  degraded: [],
  search_quality: null,
  cgrag: null,
  passReports: [],
};
