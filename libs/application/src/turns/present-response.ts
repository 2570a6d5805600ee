import type { Immutable, TurnDto } from '@quarry/client';
import {
  cgragMetadata,
  conclusionOf,
  gapReport,
  noticeSentence,
  notFoundOf,
  searchQuality,
  type Turn,
} from '@quarry/turn';

type Response = Pick<
  Immutable<TurnDto>,
  | 'reasonCode'
  | 'headline'
  | 'confidence'
  | 'disclaimer'
  | 'phrases'
  | 'degraded'
  | 'indexing'
  | 'search_quality'
  | 'cgrag'
  | 'passReports'
  | 'notFound'
  | 'stop'
>;

/** What clients receive in addition to the answer, named as in design document 000. Rules: docs/api-response.md. */
export function presentResponse(turn: Turn): Response {
  const conclusion = turn.end ? conclusionOf(turn) : null;
  const gaps = cgragMetadata(turn);
  const quality = searchQuality(turn);
  return {
    reasonCode: conclusion?.code ?? null,
    headline: conclusion?.headline ?? null,
    confidence: conclusion?.confidence.level ?? null,
    disclaimer: conclusion?.confidence.disclaimer ?? null,
    phrases: conclusion?.phrases ?? null,
    degraded: turn.degraded ?? [],
    indexing: (turn.indexing ?? []).map((notice) => ({ ...notice, text: noticeSentence(notice) })),
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
    stop: turn.stop,
    notFound: turn.end ? notFoundOf(turn) : [],
  };
}

/** The values for a turn from history, which does not keep these fields. */
export const NOT_KEPT: Response = {
  reasonCode: null,
  headline: null,
  confidence: null,
  disclaimer: null,
  phrases: null,
  degraded: [],
  indexing: [],
  search_quality: null,
  cgrag: null,
  passReports: [],
  stop: null,
  notFound: [],
};
