import { Fault, holdsSecret, redact } from '@quarry/turn';
import { redisAddress, redisPassword } from './address';

const FULL = /\bOOM\b/;
/** Where a script ran into it, servers before 7.0 have words of their own before it. */
const WAITING =
  /(?:^|: -)(?:LOADING|READONLY|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|BUSY|MISCONF|NOREPLICAS|UNBLOCKED)\b/;
const READ_ONLY = /(?:^|: -)READONLY\b/;
const REFUSED = /^(NOAUTH|WRONGPASS|NOPERM|ERR invalid password|ERR AUTH)/;
/** The client's message for a command that was running then, with advice for developers. */
const BROKE = /^Reached the max retries per request limit/;
/** Node's codes for a broken connection, or one that cannot be opened now. */
const BROKEN = new Set([
  ...['EPIPE', 'ECONNRESET', 'ECONNREFUSED', 'ECONNABORTED', 'ETIMEDOUT'],
  ...['EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ENETDOWN', 'EHOSTDOWN'],
]);
/** The same as messages of the client, which have no code. */
const LOST = /^(?:Connection is closed\.|Stream isn't writeable|Command timed out|Reached the max retries)/;
/** Node's codes for a failed TLS connection. */
const TLS = /^(ERR_TLS_|ERR_SSL_|EPROTO$|CERT_|SELF_SIGNED|DEPTH_ZERO_|UNABLE_TO_|HOSTNAME_MISMATCH)/;

/**
 * Describes a failed Redis command: the problem, the server, and what to do. Never contains a password, even if the
 * server's message does.
 * @param setting the setting with the URL, e.g. `REDIS_URL`
 * @param url of the server, validated by {@link redisAddress}
 */
export function redisFault(error: unknown, setting: string, url: string): Fault {
  if (error instanceof Fault) return error;
  const where = redisAddress(setting, url);
  const password = redisPassword(url);
  const said = textOf(error, 'message') ?? String(error);
  const message = redact(BROKE.test(said) ? 'the connection broke' : said, password);
  const cause = holdsSecret(said, password) ? {} : { cause: error };
  const code = textOf(error, 'code') ?? '';
  const moved = /^(?:MOVED|ASK) \d+ (\S+)/.exec(message)?.[1];
  const fault = (what: string, retryable: boolean): Fault =>
    new Fault('redis_unavailable', `Redis at ${where} ${what}.`, { retryable, ...cause });
  if (REFUSED.test(message))
    return fault(`rejected the credentials (${message}). Correct user and password in ${setting}`, false);
  if (moved !== undefined)
    return fault(
      `is one node of a cluster, and another one keeps Quarry's keys: ${moved}. Give that address in ${setting}`,
      false,
    );
  if (TLS.test(code))
    return fault(
      `cannot be reached by TLS (${message}). Name the file with your own authority's certificate in NODE_EXTRA_CA_CERTS; the host in ${setting} must be one that the server's certificate names; without TLS, the URL begins with redis://`,
      false,
    );
  if (FULL.test(message))
    return fault('is out of memory. Raise its maxmemory, or wait until running turns have ended', true);
  if (WAITING.test(message)) return fault(`cannot answer now (${message}). Try again`, true);
  if (error instanceof Error && error.name === 'ReplyError')
    return new Fault('internal', `Redis at ${where} refused a command: ${message}`, cause);
  return fault(
    `cannot be reached (${message}). Start it ('redis-server', or 'docker run -p 6379:6379 redis:7'), or correct ${setting}: rediss://… where it speaks TLS, redis://… where it does not`,
    true,
  );
}

/** True if the server rejects writes for now: its memory or disk is full, it loads its file, or it is not a primary. */
export function takesNoWrites(error: unknown): boolean {
  const message = textOf(error, 'message') ?? '';
  return FULL.test(message) || WAITING.test(message);
}

/**
 * True for temporary problems: a server that rejects writes for now, and a broken or failed connection. Examines the
 * error and its causes.
 */
export function mayPass(error: unknown): boolean {
  if (takesNoWrites(error)) return true;
  if (BROKEN.has(textOf(error, 'code') ?? '') || LOST.test(textOf(error, 'message') ?? '')) return true;
  const cause: unknown =
    typeof error === 'object' && error !== null ? Reflect.get(error, 'cause') : undefined;
  return cause !== undefined && cause !== error && mayPass(cause);
}

/** True if the server reports that it is a replica. */
export function isReadOnly(error: unknown): boolean {
  return READ_ONLY.test(textOf(error, 'message') ?? '');
}

/** Errors of the network may come from another realm, where `instanceof Error` is false. */
function textOf(error: unknown, field: 'message' | 'code'): string | undefined {
  const value: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, field) : undefined;
  return typeof value === 'string' ? value : undefined;
}
