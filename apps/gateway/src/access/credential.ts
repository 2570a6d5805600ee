import type { IncomingMessage } from 'node:http';

/** Longest credential that is looked at, in characters; a token of an issuer may hold much. */
const MOST = 8_192;

/**
 * What a request says to be let in: `Authorization: Bearer …`, and nothing else. Every way in reads it here: with one form there is no other header by which
 * something could be reached that this one does not reach.
 * @returns null where there is none, or it cannot be read: another scheme, or too long
 */
export function credentialOf({ headers }: Pick<IncomingMessage, 'headers'>): string | null {
  const text = /^Bearer +(\S.*)$/i.exec(headers.authorization ?? '')?.[1]?.trim();
  return text === undefined || text.length > MOST ? null : text;
}
