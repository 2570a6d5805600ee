import { errors } from '@elastic/elasticsearch';
import { Fault } from '@quarry/turn';
import type { Address } from './address';

/** What a server says of a request, or of one item of it, that it did not do. */
export interface Refusal {
  readonly status: number;
  readonly type: string;
  readonly reason: string;
}

/** The part of the client's errors that says what happened; null where the server said nothing. */
export function refusalOf(error: unknown): Refusal | null {
  const response = error instanceof Fault ? error.cause : error;
  if (!(response instanceof errors.ResponseError)) return null;
  return readRefusal(response.statusCode ?? 0, (response.body as { error?: unknown } | undefined)?.error);
}

/** A refusal as it stands in a response. The innermost cause tells most. */
export function readRefusal(status: number, error: unknown): Refusal {
  const {
    type,
    reason,
    root_cause: roots,
    caused_by: cause,
    failed_shards: shards,
  } = (typeof error === 'object' && error !== null ? error : {}) as Record<string, unknown>;
  const inner = [
    ...asArray(shards).map((shard) => (shard as { reason?: unknown }).reason),
    ...asArray(roots),
    cause,
  ];
  const deeper = inner
    .filter((one): one is object => typeof one === 'object' && one !== null)
    .map((one) => readRefusal(status, one))
    .find((one) => one.reason !== '' && one.reason !== reason);
  const own = typeof reason === 'string' ? reason : '';
  return {
    status,
    type: typeof type === 'string' ? type : '',
    reason:
      deeper === undefined || own.includes(deeper.reason)
        ? own
        : `${own} (${deeper.reason})`.replace(/^ \((.*)\)$/, '$1'),
  };
}

export function isMissingIndex({ type, reason }: Refusal): boolean {
  // What `require_alias` says where the alias is gone has the same type.
  return type === 'index_not_found_exception' || reason.includes('no such index');
}

/** Overloaded for the moment: the same request may succeed later. */
export function isBusy({ status }: Refusal): boolean {
  return status === 429 || status === 502 || status === 503 || status === 504;
}

/** Closed for writing, as while another process builds the index anew. */
export function isBlocked({ type }: Refusal): boolean {
  return type === 'cluster_block_exception';
}

/** Any error of the client as a fault that says which server, why, and what to do. Credentials are in none. */
export function faultOf(error: unknown, address: Address): Fault {
  if (error instanceof Fault) return error;
  const refusal = refusalOf(error);
  if (refusal) return refusalFault(refusal, address, error);
  const away = (reason: string): Fault =>
    new Fault(
      'store_unavailable',
      `Elasticsearch at ${address.place} ${reason}. Start it (\`./quarry servers up\`), or correct SEARCH_INDEX_URL.`,
      { retryable: true, cause: error },
    );
  if (error instanceof errors.ProductNotSupportedError || error instanceof errors.DeserializationError)
    return new Fault(
      'store_unavailable',
      `What answers at ${address.place} is not Elasticsearch. Correct SEARCH_INDEX_URL.`,
      { cause: error },
    );
  if (error instanceof errors.TimeoutError) return away('did not reply in time');
  if (error instanceof errors.ElasticsearchClientError)
    return away(`cannot be reached (${plain(error.message)})`);
  return new Fault('internal', error instanceof Error ? error.message : String(error), { cause: error });
}

/** @param error what goes with the fault as its cause */
export function refusalFault(refusal: Refusal, { place }: Address, error?: unknown): Fault {
  const { status, type, reason } = refusal;
  if (status === 401 || (status === 403 && type === 'security_exception'))
    return new Fault(
      'store_unavailable',
      `Elasticsearch at ${place} refuses the credentials (${status}). Correct USER:PASSWORD in SEARCH_INDEX_URL, or ELASTICSEARCH_API_KEY` +
        (status === 403
          ? '; they need the cluster privilege manage_index_templates, and all of an index.'
          : '.'),
      { cause: error },
    );
  if (isBusy(refusal))
    return new Fault(
      'store_unavailable',
      `Elasticsearch at ${place} is overloaded or not ready (${status}${reason === '' ? '' : `: ${reason}`}). Try again later; if it lasts, look at its memory and disk.`,
      { retryable: true, cause: error },
    );
  if (status === 406 || (status === 400 && type === 'media_type_header_exception'))
    return new Fault(
      'store_unavailable',
      `The server at ${place} does not speak Elasticsearch's protocol of version 8. Name another one in SEARCH_INDEX_URL.`,
      { cause: error },
    );
  return new Fault('internal', `Elasticsearch at ${place} refused a request (${status} ${type}): ${reason}`, {
    cause: error,
  });
}

function plain(message: string): string {
  return message.split('\n')[0]?.replace(/\.$/, '') ?? message;
}

function asArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
