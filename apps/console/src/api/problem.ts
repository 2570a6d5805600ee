import { QuarryProblem } from '@quarry/client';

/** Why a call gave nothing, in the one form of every error of the API (RFC 9457), or of the network. */
export class Problem extends Error {
  override readonly name = 'Problem';
  constructor(
    /** HTTP status; 0 where no reply came. */
    readonly status: number,
    /** Stable code of docs/errors.md; `unreachable` where no reply came. */
    readonly code: string,
    /** The status' own words. */
    readonly title: string,
    /** For people: what happened, and what to do. */
    detail: string,
  ) {
    super(detail);
  }
}

/** What a reply that is not ok says; replies of something between the gateway and this page may be no problem documents. */
export async function problemOf(response: Response): Promise<Problem> {
  const { status } = response;
  const told: unknown = await response.json().catch(() => null);
  const { code, title, detail } = isRecord(told) ? told : {};
  return new Problem(
    status,
    typeof code === 'string' ? code : 'unknown',
    typeof title === 'string' ? title : response.statusText || `Status ${status}`,
    typeof detail === 'string' ? detail : `The reply has status ${status} and says no more.`,
  );
}

/** Anything that was thrown, as a problem. */
export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof QuarryProblem)
    return new Problem(error.status, error.code, titleOf(error), error.detail);
  if (error instanceof TypeError)
    return new Problem(
      0,
      'unreachable',
      'No connection',
      'The gateway cannot be reached. Is it running, and are you online?',
    );
  const said = error instanceof Error ? error.message : String(error);
  return new Problem(0, 'console', 'Something failed in this page', said);
}

function titleOf({ status }: QuarryProblem): string {
  if (status === 0) return 'No connection';
  if (status === 404) return 'Not found';
  if (status === 403) return 'Not allowed';
  if (status === 429) return 'Too many requests';
  return status < 500 ? 'This cannot be done' : 'The gateway has a problem';
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
