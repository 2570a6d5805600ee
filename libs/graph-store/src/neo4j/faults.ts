import { Fault, holdsSecret, WITHHELD } from '@quarry/turn';
import type { Address } from './address';

/** The setting in messages, for the operator. */
export const SETTING = 'GRAPH_STORE_URL';

/** The server's code for rejected credentials, also after too many wrong ones. */
const REFUSED = 'Neo.ClientError.Security.';
const NO_DATABASE = 'Neo.ClientError.Database.DatabaseNotFound';
const TIMED_OUT = 'Neo.ClientError.Transaction.TransactionTimedOut';
/** The driver's codes for an unreachable or lost server. */
const NOT_ACQUIRED = /acquisition timed out/i;
const LOST: readonly string[] = ['ServiceUnavailable', 'SessionExpired'];

/** True if the server is unreachable or lost: another call now would wait in vain. */
export function isLost(error: unknown): boolean {
  const { code, message } = partsOf(error);
  return LOST.includes(code) || NOT_ACQUIRED.test(message);
}

/**
 * Converts an error of the driver for the operator: `store_unavailable` with the server, the reason and the remedy
 * (retryable if waiting may help), otherwise the error itself. It repeats no password, even if the server did.
 */
export function neo4jFault(error: unknown, address: Address): unknown {
  if (error instanceof Fault) return error;
  const { code, message } = partsOf(error);
  const at = `Neo4j at ${address.host}`;
  if (holdsSecret(`${code} ${message}`, address.credentials?.password))
    return unavailable(`${at} refused a call ${WITHHELD}.`, isLost(error));
  if (isLost(error)) return unreachable(address, reasonOf(message), error);
  if (code.startsWith(REFUSED))
    return unavailable(
      `${at} rejected the credentials (${code.slice(REFUSED.length)}). Correct user and password in ${SETTING}.`,
      false,
      error,
    );
  if (code === NO_DATABASE)
    return unavailable(
      `${at} has no database ${JSON.stringify(address.database ?? 'neo4j')}. Correct the last part of ${SETTING}, or create the database.`,
      false,
      error,
    );
  if (code.startsWith(TIMED_OUT))
    return unavailable(
      `${at} did not finish a transaction in time. It may be overloaded: try again later.`,
      true,
      error,
    );
  if (code.startsWith('Neo.TransientError.'))
    return unavailable(`${at} cannot answer now (${code}). Try again later.`, true, error);
  return error;
}

/** The server does not respond at all. */
export function unreachable(address: Address, why: string, cause?: unknown): Fault {
  return unavailable(
    `Neo4j at ${address.host} does not respond (${why}). Start it (\`./quarry servers up neo4j\`), or correct ${SETTING}.`,
    true,
    cause,
  );
}

export function tooOld(address: Address, agent: string, oldest: number): Fault {
  return unavailable(
    `Neo4j at ${address.host} is ${agent}; Quarry needs Neo4j/${oldest} or newer. Update the server.`,
    false,
  );
}

export function unavailable(message: string, retryable: boolean, cause?: unknown): Fault {
  return new Fault('store_unavailable', message, { retryable, cause });
}

function partsOf(error: unknown): { readonly code: string; readonly message: string } {
  if (typeof error !== 'object' || error === null) return { code: '', message: String(error) };
  return {
    code: 'code' in error && typeof error.code === 'string' ? error.code : '',
    message: 'message' in error && typeof error.message === 'string' ? error.message : '',
  };
}

/** A message of the server, without the server's name, which the surrounding sentence contains. */
const ADDRESS = /^\[?[\da-f.:]{2,60}\]?:\d{1,5}$/i;

/** Extracts `connect ECONNREFUSED` from the driver's paragraph. */
function reasonOf(message: string): string {
  if (NOT_ACQUIRED.test(message)) return 'no connection was available in time';
  const caused = /Caused by: ([^\n]+)/.exec(message)?.[1] ?? message.split(/[.\n]/)[0] ?? '';
  const words = caused.trim().split(' ');
  const address = words.at(-1) ?? '';
  return (ADDRESS.test(address) ? words.slice(0, -1) : words).join(' ').trim() || 'no connection';
}
