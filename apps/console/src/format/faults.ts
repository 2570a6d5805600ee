import { isEnglish, t } from '../language/messages';

const FAULTS: Readonly<Record<string, string>> = {
  bad_request: t('The request is invalid'),
  bm25_missing: t('The index has no data for keyword search'),
  body_too_large: t('The request is too large'),
  budget_spent: t('The budget of the key is used up for today'),
  cancelled: t('Someone stopped the turn'),
  copy_incomplete: t('The copy is incomplete'),
  deadline: t('The time limit has passed'),
  embedder_unavailable: t('The embedding model is unavailable'),
  evidence_unknown: t('There is no such evidence'),
  forbidden: t('Not allowed'),
  golden_exists: t('The name is taken'),
  golden_limit: t('A limit of the golden sets is reached'),
  golden_question_unknown: t('There is no such golden question'),
  golden_run_unknown: t('There is no such run'),
  golden_set_unknown: t('There is no such golden set'),
  idempotency_conflict: t('The same request key was used for another question'),
  import_invalid: t('The files to import are invalid'),
  index_busy: t('The index is busy'),
  index_damaged: t('The index is damaged'),
  index_job_limit: t('Too many jobs are waiting'),
  index_job_unknown: t('There is no such job'),
  index_missing: t('Nothing is indexed yet'),
  index_newer: t('The index is of a newer Quarry'),
  index_other_model: t('The index is of another embedding model'),
  internal: t('An unexpected error'),
  issuer_unavailable: t('The sign-in service is unavailable'),
  key_unknown: t('There is no such key'),
  media_type_unsupported: t('The format of the request is not supported'),
  model_bad_reply: t('The reply of the language model cannot be read'),
  model_refused: t('The language model refused the request'),
  model_timeout: t('The language model did not reply in time'),
  model_unavailable: t('The language model is unavailable'),
  original_missing: t('The original file is unavailable here'),
  path_not_found: t('The file or folder cannot be read'),
  pipeline_invalid: t('The pipeline is invalid'),
  pipeline_unknown: t('There is no such pipeline'),
  poison: t('A step failed three times'),
  question_empty: t('The question has no text'),
  question_too_long: t('The question is too long'),
  rate_limited: t('Too many requests'),
  redis_policy: t('Redis may delete what it stores'),
  redis_unavailable: t('Redis is unavailable'),
  repository_unknown: t('There is no such repository'),
  repository_unreadable: t('The git repository cannot be read'),
  reranker_unavailable: t('The reranker is unavailable'),
  revision_conflict: t('Someone has changed it in the meantime'),
  route_unknown: t('The gateway has no such address'),
  section_unknown: t('There is no such section'),
  session_unknown: t('There is no such conversation'),
  setup_failed: t('The setup failed'),
  site_unreadable: t('The website cannot be read'),
  source_forbidden: t('This source may not be indexed'),
  store_unavailable: t('A store is unavailable'),
  store_unknown: t('There is no such kind of store'),
  table_unknown: t('There is no such table'),
  too_many_streams: t('Too many open streams'),
  too_many_turns: t('Too many turns are running'),
  turn_too_large: t('The turn has become too large'),
  turn_unknown: t('There is no such turn'),
  unauthorized: t('The key or sign-in is not valid'),
  upload_invalid: t('The archive cannot be read'),
  upload_limit: t('Too many uploads have no job'),
  upload_unknown: t('There is no such upload'),
  webhook_limit: t('The limit of webhooks is reached'),
  webhook_unknown: t('There is no such webhook'),
};

/** An error of the gateway in a few words, by its code; null for a code of a newer gateway. */
export function faultWord(code: string): string | null {
  return Object.hasOwn(FAULTS, code) ? (FAULTS[code] ?? null) : null;
}

/** What a person at the console can do, where the gateway speaks to programs. */
const DETAILS: Readonly<Record<string, string>> = {
  unauthorized: t('Check that the key is complete. It may have been revoked, or have expired.'),
  unreachable: t('The gateway cannot be reached. Is it running, and are you online?'),
};

/** What only a program can do: send a header. */
const FOR_PROGRAMS = /\bAuthorization:/;

/** The explanation of an error, for a person: a reason of its own stays as the gateway sends it. */
export function faultDetail(code: string, detail: string): string {
  const isGeneral = code === 'unreachable' || FOR_PROGRAMS.test(detail);
  return isGeneral && Object.hasOwn(DETAILS, code) ? (DETAILS[code] ?? detail) : detail;
}

/** What the gateway says of an error, which is English: other languages have it in a few words before that. */
export function faultText(code: string, text: string): string {
  const word = isEnglish() ? null : faultWord(code);
  return word === null ? text : `${word}. ${text}`;
}
