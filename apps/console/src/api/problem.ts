import { QuarryProblem } from '@quarry/client';
import { faultDetail, faultWord } from '../format/faults';
import { t } from '../language/messages';

/** Why a call failed: an error of the API (RFC 9457), or of the network. */
export class Problem extends Error {
  override readonly name = 'Problem';
  constructor(
    /** HTTP status; 0 without a response. */
    readonly status: number,
    /** Stable code of docs/errors.md; `unreachable` without a response. */
    readonly code: string,
    /** Standard text of the status. */
    readonly title: string,
    /** Human-readable: what happened, and what to do. */
    detail: string,
  ) {
    super(detail);
  }
}

/** The problem of an error response. A proxy between the gateway and this page may not send problem documents. */
export async function problemOf(response: Response): Promise<Problem> {
  const { status } = response;
  const told: unknown = await response.json().catch(() => null);
  const { code: sent, title, detail } = isRecord(told) ? told : {};
  const code = typeof sent === 'string' ? sent : 'unknown';
  return new Problem(
    status,
    code,
    faultWord(code) ??
      (typeof title === 'string'
        ? title
        : response.statusText || t('Status {status}', { status: String(status) })),
    typeof detail === 'string'
      ? faultDetail(code, detail)
      : t('The response has status {status} and no explanation.', { status: String(status) }),
  );
}

/** Converts anything that was thrown to a problem. */
export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof QuarryProblem)
    return new Problem(error.status, error.code, titleOf(error), faultDetail(error.code, error.detail));
  if (error instanceof TypeError)
    return new Problem(0, 'unreachable', t('No connection'), faultDetail('unreachable', error.message));
  const said = error instanceof Error ? error.message : String(error);
  return new Problem(0, 'console', t('Something failed in this page'), said);
}

function titleOf({ status, code }: QuarryProblem): string {
  const fault = faultWord(code);
  if (fault !== null) return fault;
  if (status === 0) return t('No connection');
  if (status === 404) return t('Not found');
  if (status === 403) return t('Not allowed');
  if (status === 429) return t('Too many requests');
  return status < 500 ? t('This cannot be done') : t('The gateway has a problem');
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
