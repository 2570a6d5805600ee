/**
 * The error response of a gateway: problem details (RFC 9457), as an error.
 *
 * @example
 * try { await client.ask('Who calls taxOf?'); } catch (error) {
 *   if (error instanceof QuarryProblem && error.code === 'budget_spent') console.error(error.detail);
 * }
 */
export class QuarryProblem extends Error {
  /** HTTP status; 0 if no gateway responded. */
  readonly status: number;
  /** Stable code, such as `turn_unknown`; `unreachable` if no gateway responded, `unreadable` if another server did. */
  readonly code: string;
  /** Human-readable: what happened, and what to do. */
  readonly detail: string;
  /** Id of this request in the gateway's log; null without a response. */
  readonly requestId: string | null;
  /** Seconds after which the same call may succeed; null if unknown. */
  readonly retryAfter: number | null;

  constructor(
    about: Pick<QuarryProblem, 'status' | 'code' | 'detail'> &
      Partial<Pick<QuarryProblem, 'requestId' | 'retryAfter'>> & { readonly cause?: unknown },
  ) {
    super(`${about.code}: ${about.detail}`, { cause: about.cause });
    this.name = 'QuarryProblem';
    this.status = about.status;
    this.code = about.code;
    this.detail = about.detail;
    this.requestId = about.requestId ?? null;
    this.retryAfter = about.retryAfter ?? null;
  }
}

/** The problem of a response with status 400 and above. Reads its body. */
export async function problemOf(response: Response): Promise<QuarryProblem> {
  const body = await readJson(response);
  return new QuarryProblem({
    status: response.status,
    code: stringIn(body, 'code') ?? 'unreadable',
    detail:
      stringIn(body, 'detail') ??
      `${new URL(response.url || 'about:blank').host || 'The server'} replied ${response.status} without a problem document: is it a Quarry gateway?`,
    requestId: response.headers.get('x-request-id'),
    retryAfter: secondsOf(response.headers.get('retry-after')),
  });
}

/** The problem of a request without a response. */
export function unreachable(url: string, cause: unknown): QuarryProblem {
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
  const why = inner instanceof Error ? inner.message : String(inner);
  return new QuarryProblem({
    status: 0,
    code: 'unreachable',
    detail: `No gateway responds at ${url}: ${why}. Check the address, and that the gateway is running.`,
    cause,
  });
}

async function readJson(response: Response): Promise<object> {
  try {
    const body: unknown = await response.json();
    return typeof body === 'object' && body !== null ? body : {};
  } catch {
    return {};
  }
}

function stringIn(body: object, name: string): string | undefined {
  const value: unknown = Object.entries(body).find(([key]) => key === name)?.[1];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** `Retry-After` in seconds: a number, or a date. */
function secondsOf(header: string | null): number | null {
  if (header === null) return null;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - Date.now()) / 1000));
}
