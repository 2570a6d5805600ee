import type { errors } from '@elastic/elasticsearch';
import { Fault, redact } from '@quarry/turn';
import { secretsOf, type Address } from './address';
import { isBlocked, readRefusal, Refused, type Refusal } from './refusal';

/** The classes of the client's errors, passed by the module that has loaded the client. */
export type ClientErrors = typeof errors;

/**
 * Converts any error of the client to a fault with the server, the reason, and what to do. It contains no credentials
 * or texts.
 */
export function faultOf(
  error: unknown,
  address: Address,
  {
    DeserializationError,
    ElasticsearchClientError,
    ProductNotSupportedError,
    ResponseError,
    TimeoutError,
  }: ClientErrors,
): Fault {
  if (error instanceof Fault) return error;
  if (error instanceof ResponseError) {
    const body: unknown = error.body;
    return refusalFault(
      readRefusal(error.statusCode ?? 0, (body as { error?: unknown } | undefined)?.error),
      address,
    );
  }
  if (error instanceof ProductNotSupportedError || error instanceof DeserializationError)
    return notElasticsearch(address);
  if (error instanceof TimeoutError) return away(address, 'did not reply in time');
  if (error instanceof ElasticsearchClientError)
    return away(address, `cannot be reached (${plain(redact(error.message, ...secretsOf(address)))})`);
  return new Fault('internal', error instanceof Error ? error.message : String(error), { cause: error });
}

/** Another service responds there, e.g. a redirect to another location. */
export function notElasticsearch({ place, setting }: Address): Fault {
  return new Fault('store_unavailable', `The server at ${place} is not Elasticsearch. Correct ${setting}.`);
}

/** Converts a rejected request to a fault; its cause is the rejection, for `refusalOf`. */
export function refusalFault(received: Refusal, address: Address): Fault {
  const { place, setting } = address;
  const { status } = received;
  const [type = '', reason = ''] = [received.type, received.reason].map((text) =>
    redact(text, ...secretsOf(address)),
  );
  const refusal = { status, type, reason };
  const unavailable = (message: string, retryable = false): Fault =>
    new Fault('store_unavailable', message, { retryable, cause: new Refused(refusal) });
  if (status === 401)
    return unavailable(
      `Elasticsearch at ${place} rejected the credentials. Correct USER:PASSWORD in ${setting}, or ELASTICSEARCH_API_KEY.`,
    );
  if (status === 403 && type === 'security_exception')
    return unavailable(
      `Elasticsearch at ${place} does not permit this: ${reason}. Give the user or the API key that privilege.`,
    );
  if (isBlocked(refusal))
    return unavailable(`Elasticsearch at ${place} accepts no writes now (${status}: ${reason}).`, true);
  if (isBusy(refusal))
    return unavailable(
      `Elasticsearch at ${place} is overloaded or not ready (${status}${reason === '' ? '' : `: ${reason}`}). Try again later; if it persists, check its memory and disk.`,
      true,
    );
  if (status === 406 || type === 'media_type_header_exception')
    return unavailable(
      `The server at ${place} does not speak Elasticsearch's protocol of version 8. Set ${setting} to another one.`,
    );
  return new Fault(
    'internal',
    `Elasticsearch at ${place} rejected a request (${status} ${type}): ${reason}`,
    {
      cause: new Refused(refusal),
    },
  );
}

/** Temporarily overloaded: the same request may succeed later. */
export function isBusy({ status }: Refusal): boolean {
  return status === 429 || status === 502 || status === 503 || status === 504;
}

function away({ place, setting }: Address, reason: string): Fault {
  const remedy = /certificate|self-signed/i.test(reason)
    ? 'Name the file of its certificate authority in NODE_EXTRA_CA_CERTS'
    : 'Start it (`./quarry servers up`)';
  return new Fault(
    'store_unavailable',
    `Elasticsearch at ${place} ${reason}. ${remedy}, or correct ${setting}.`,
    { retryable: true },
  );
}

function plain(message: string): string {
  return message.split('\n')[0]?.replace(/\.$/, '') ?? message;
}
