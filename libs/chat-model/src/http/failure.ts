import { record, text } from './shape';

/** Why an attempt failed. `detail` may hold text of the server: redact it before it is shown. */
export type Failure =
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly retryAfterMs: number | null;
      readonly quota: boolean;
      readonly detail: string;
    }
  | { readonly kind: 'connection'; readonly detail: string }
  /** The server answered, but not in the protocol. */
  | { readonly kind: 'garbage'; readonly detail: string }
  /** The model declined to answer. */
  | { readonly kind: 'declined'; readonly detail: string };

/** A failure that we notice ourselves in a reply that arrived without an error. */
export class BadStream extends Error {
  constructor(readonly failure: Failure) {
    super(failure.detail);
  }
}

/** Reads what the vendors' clients throw, by shape: both derive from one generator. */
export function failureOf(error: unknown): Failure {
  if (error instanceof BadStream) return error.failure;
  if (error instanceof SyntaxError) return { kind: 'garbage', detail: 'a part of the stream is not JSON' };
  const thrown = record(error);
  const said = record(record(thrown['error'])['error'] ?? thrown['error']);
  const detail = text(said['message']) ?? causes(error);
  const words = `${text(said['type']) ?? ''} ${text(said['code']) ?? ''}`;
  const quota = words.includes('insufficient_quota');
  if (typeof thrown['status'] === 'number') {
    return {
      kind: 'status',
      status: thrown['status'],
      retryAfterMs: retryAfter(thrown['headers']),
      quota,
      detail,
    };
  }
  // An error event inside a stream carries a type instead of a status.
  if (words.trim() !== '' || text(said['message']) !== undefined) {
    return { kind: 'status', status: statusOf(words), retryAfterMs: null, quota, detail };
  }
  return { kind: 'connection', detail };
}

/** True where the same request may succeed a moment later. A page of a proxy or of a server that starts comes with status 200, too. */
export function isTransient(failure: Failure): boolean {
  if (failure.kind === 'connection' || failure.kind === 'garbage') return true;
  if (failure.kind !== 'status' || failure.quota) return false;
  return failure.status === 408 || failure.status === 409 || failure.status === 429 || failure.status >= 500;
}

const STATUSES: readonly (readonly [string, number])[] = [
  ['overloaded', 529],
  ['rate_limit', 429],
  ['insufficient_quota', 429],
  ['authentication', 401],
  ['permission', 403],
  ['not_found', 404],
  ['too_large', 413],
  ['invalid_request', 400],
  ['context_length', 400],
];

function statusOf(words: string): number {
  return STATUSES.find(([word]) => words.includes(word))?.[1] ?? 500;
}

/** Milliseconds that the server asks us to wait (RFC 9110 `Retry-After`: seconds or a date), or null. */
function retryAfter(headers: unknown): number | null {
  if (!(headers instanceof Headers)) return null;
  const ms = Number.parseFloat(headers.get('retry-after-ms') ?? '');
  if (ms >= 0) return ms;
  const value = headers.get('retry-after') ?? '';
  if (/^\d+(\.\d+)?$/.test(value.trim())) return Number.parseFloat(value) * 1_000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, date - Date.now());
}

/** Characters of one message that are read. */
const MAX_DETAIL = 2_000;

/** The messages of an error and of what caused it, innermost last, with system codes such as ECONNREFUSED. */
function causes(error: unknown): string {
  const parts: string[] = [];
  let at = error;
  for (let depth = 0; depth < 5 && typeof at === 'object' && at !== null; depth += 1) {
    const { message, code, cause } = record(at);
    parts.push(...[text(message), text(code)].filter((part) => part !== undefined));
    at = cause;
  }
  const said = parts
    .map((part) => part.slice(0, MAX_DETAIL).replace(/[.\s]+$/, ''))
    .filter(
      (part, index, all) =>
        !all.some((other, at) => at !== index && other.includes(part) && (other !== part || at < index)),
    );
  return said.length > 0 ? said.join(': ') : 'no reason was given';
}
