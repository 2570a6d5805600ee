import { backoff, pause } from './pause';
import { problemOf, unreachable } from './problem';

/** How requests are sent: `fetch`, or what stands for it. */
export type Fetch = (request: Request) => Promise<Response>;

/** A server that asks for more patience than this is not waited for, in seconds. */
const MOST_PATIENCE = 30;

/** Most milliseconds between two attempts where the server does not say. */
const MOST_PAUSE_MS = 5_000;

/** Answers after which the same request may succeed by itself. */
const PASSING = new Set([429, 502, 503, 504]);

/**
 * Sends requests, and again where that can do no harm: those that change nothing twice, after a lost connection or an answer that says "later". Any other
 * answer of 400 and above is thrown. @throws QuarryProblem
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

/** Requests on their way. Node hears the signal of a request only for as long as somebody holds the request. */
const underway = new Set<Request>();

/** The response; null where nobody answered and there is another attempt. */
async function sent(send: Fetch, request: Request, last: boolean): Promise<Response | null> {
  const { signal } = request;
  // The first sending would use up the body that the second one needs. A clone by itself would not hold its signal.
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
  return ['GET', 'HEAD', 'PUT', 'DELETE'].includes(request.method) || request.headers.has('idempotency-key');
}
