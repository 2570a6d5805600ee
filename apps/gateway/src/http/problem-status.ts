import type { FaultCode } from '@quarry/turn';

/** HTTP status of each fault code. A code that is not listed is a server error: 500. */
const STATUS: Partial<Record<FaultCode, number>> = {
  bad_request: 400,
  question_empty: 400,
  question_too_long: 413,
  turn_too_large: 413,
  body_too_large: 413,
  media_type_unsupported: 415,
  too_many_streams: 429,
  too_many_turns: 429,
  unauthorized: 401,
  forbidden: 403,
  key_unknown: 404,
  issuer_unavailable: 503,
  rate_limited: 429,
  budget_spent: 429,
  pipeline_unknown: 404,
  session_unknown: 404,
  turn_unknown: 404,
  golden_set_unknown: 404,
  golden_question_unknown: 404,
  golden_run_unknown: 404,
  repository_unknown: 404,
  index_job_unknown: 404,
  source_forbidden: 403,
  section_unknown: 404,
  table_unknown: 404,
  webhook_unknown: 404,
  evidence_unknown: 404,
  original_missing: 404,
  route_unknown: 404,
  index_missing: 409,
  index_other_model: 409,
  bm25_missing: 409,
  golden_exists: 409,
  golden_limit: 409,
  webhook_limit: 409,
  index_job_limit: 409,
  index_busy: 409,
  revision_conflict: 412,
  idempotency_conflict: 422,
  redis_unavailable: 503,
  redis_policy: 503,
  store_unavailable: 503,
  embedder_unavailable: 503,
  reranker_unavailable: 503,
};

/** Returns the HTTP status of a fault code. */
export function statusOf(code: FaultCode): number {
  return STATUS[code] ?? 500;
}
