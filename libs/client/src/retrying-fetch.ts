import { backoff, pause } from './pause';
import { problemOf, unreachable } from './problem';

/** Sends a request, like `fetch`. */
export type Fetch = (request: Request) => Promise<Response>;

/** Longest `Retry-After` to wait for, in seconds. */
const MOST_PATIENCE = 30;

/** Maximum pause between two attempts in milliseconds, if the server does not specify one. */
const MOST_PAUSE_MS = 5_000;

/** Statuses after which the same request may succeed later. */
const PASSING = new Set([429, 502, 503, 504]);

/**
 * Sends requests. Retries idempotent ones after a lost connection or a response that means "later". Throws all other
 * responses with status 400 and above. @throws QuarryProblem
 */
export function retryingFetch(send: Fetch, retries: number): Fetch {
  return async (request) => {
    for (let failures = 0; ;) {
      const last = failures >= retries || !mayRepeat(request);
      const response = await sent(send, request, last);
      if (response?.ok === true) return response;
      failures += 1;
      let wait = backoff(failures, 250, MOST_PAUSE_MS);
      if (response) {
        const problem = await problemOf(response);
        const { retryAfter } = problem;
        if (last || !PASSING.has(response.status) || (retryAfter ?? 0) > MOST_PATIENCE) throw problem;
        if (retryAfter !== null) wait = Math.max(wait, retryAfter * 1000);
      }
      await pause(wait, request.signal);
    }
  };
}

/** Requests in progress. Node observes the signal of a request only while the request is referenced. */
const underway = new Set<Request>();

/** The response; null without a response, if another attempt is left. */
async function sent(send: Fetch, request: Request, last: boolean): Promise<Response | null> {
  const { signal } = request;
  // The first attempt would consume the body that the second one needs. A clone alone would not keep its signal.
  const sending = last ? request : new Request(request.clone(), { signal });
  const held = [request, sending];
  for (const one of held) underway.add(one);
  try {
    return await send(sending);
  } catch (error) {
    if (signal.aborted) throw error;
    if (last) throw unreachable(new URL(request.url).origin, error);
    return null;
  } finally {
    for (const one of held) underway.delete(one);
  }
}

function mayRepeat(request: Request): boolean {
  // The gateway's PATCH routes set values, or the bytes from an offset on: a second time changes nothing.
  return (
    ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'].includes(request.method) ||
    request.headers.has('idempotency-key')
  );
}
