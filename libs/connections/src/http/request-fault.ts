import { Fault, redact, type FaultCode } from '@quarry/turn';

/** What failed, for the message. */
export interface FailedRequest {
  readonly code: FaultCode;
  /** The request, its model and host, e.g. `embeddings by small at localhost:8080`. */
  readonly what: string;
  readonly apiKey?: string | undefined;
}

/**
 * The fault for a failed request to the server of a model, with advice by its status. It has no cause, because an error
 * contains the server's message, and servers repeat the key that they reject.
 *
 * @example
 * throw requestFault({ code: 'embedder_unavailable', what: 'embeddings by small at localhost:8080' }, error);
 */
export function requestFault({ code, what, apiKey }: FailedRequest, error: unknown): Fault {
  const status = statusOf(error);
  const why = redact(error instanceof Error ? error.message : String(error), apiKey);
  return new Fault(code, `${what} failed: ${why}; ${adviceFor(status)}`, {
    retryable: status === undefined || status === 429 || status >= 500,
  });
}

function adviceFor(status: number | undefined): string {
  if (status === 401 || status === 403) return 'check the API key';
  if (status === 404) return 'check the base URL and the name of the model';
  if (status !== undefined && status >= 300 && status < 400)
    return 'redirects are not followed: set the base URL to the redirect target';
  return 'check that the endpoint is running and reachable';
}

function statusOf(error: unknown): number | undefined {
  const status: unknown = error instanceof Error && 'status' in error ? error.status : undefined;
  return typeof status === 'number' ? status : undefined;
}
