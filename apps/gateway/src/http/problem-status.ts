import type { FaultCode } from '@quarry/turn';

/** HTTP status of a fault code; what is not here is no client's doing and answers 500. */
const STATUS: Partial<Record<FaultCode, number>> = {
  bad_request: 400,
  question_empty: 400,
  question_too_long: 413,
  turn_too_large: 413,
  unauthorized: 401,
  pipeline_unknown: 404,
  session_unknown: 404,
  turn_unknown: 404,
  golden_set_unknown: 404,
  golden_question_unknown: 404,
  golden_run_unknown: 404,
  route_unknown: 404,
  index_missing: 409,
  golden_exists: 409,
  golden_limit: 409,
  revision_conflict: 412,
  idempotency_conflict: 422,
  redis_unavailable: 503,
  redis_policy: 503,
  store_unavailable: 503,
};

/** HTTP status that a fault answers with. */
export function statusOf(code: FaultCode): number {
  return STATUS[code] ?? 500;
}
