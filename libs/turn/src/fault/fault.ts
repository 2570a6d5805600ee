/** Every code has a row in `docs/errors.md`; a test compares the two. */
export const FAULT_CODES = [
  'bad_request',
  'question_empty',
  'question_too_long',
  'unauthorized',
  'forbidden',
  'key_unknown',
  'issuer_unavailable',
  'rate_limited',
  'budget_spent',
  'pipeline_unknown',
  'pipeline_invalid',
  'session_unknown',
  'turn_unknown',
  'turn_too_large',
  'body_too_large',
  'media_type_unsupported',
  'too_many_streams',
  'too_many_turns',
  'evidence_unknown',
  'original_missing',
  'golden_set_unknown',
  'golden_question_unknown',
  'golden_run_unknown',
  'golden_exists',
  'golden_limit',
  'repository_unknown',
  'source_forbidden',
  'index_job_unknown',
  'index_job_limit',
  'upload_unknown',
  'upload_limit',
  'upload_invalid',
  'section_unknown',
  'table_unknown',
  'webhook_unknown',
  'webhook_limit',
  'revision_conflict',
  'path_not_found',
  'repository_unreadable',
  'site_unreadable',
  'index_missing',
  'index_busy',
  'index_damaged',
  'index_newer',
  'index_other_model',
  'bm25_missing',
  'store_unknown',
  'store_unavailable',
  'model_unavailable',
  'model_refused',
  'model_timeout',
  'model_bad_reply',
  'embedder_unavailable',
  'reranker_unavailable',
  'redis_unavailable',
  'redis_policy',
  'import_invalid',
  'copy_incomplete',
  'setup_failed',
  'deadline',
  'poison',
  'cancelled',
  'internal',
  'route_unknown',
  'idempotency_conflict',
] as const;
export type FaultCode = (typeof FAULT_CODES)[number];

/**
 * The only error that Quarry throws on purpose. The message says what happened, where, and what to do.
 * Expected ends of a turn are data, not faults.
 */
export class Fault extends Error {
  readonly code: FaultCode;
  /** True where the same call may succeed later without a change by the caller. */
  readonly retryable: boolean;

  constructor(
    code: FaultCode,
    message: string,
    options: { readonly retryable?: boolean; readonly cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'Fault';
    this.code = code;
    this.retryable = options.retryable ?? false;
  }
}

/** What the operating system says of a disk without room. */
const FULL = new Set<unknown>(['ENOSPC', 'EDQUOT']);

/** The fault itself, `store_unavailable` for a file that cannot be written since the disk is full, or `internal` around anything else. */
export function toFault(error: unknown): Fault {
  if (error instanceof Fault) return error;
  if (typeof error === 'object' && error !== null && 'code' in error && FULL.has(error.code)) {
    const file = 'path' in error && typeof error.path === 'string' ? error.path : 'a file';
    return new Fault(
      'store_unavailable',
      `The disk is full: ${file} cannot be written. Free some room there and try again; what was there before is as it was.`,
      { retryable: true, cause: error },
    );
  }
  const message = error instanceof Error ? error.message : String(error);
  return new Fault('internal', message, { cause: error });
}
