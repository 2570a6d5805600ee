import type { IncomingMessage } from 'node:http';

/** Maximum length of a credential, in characters; tokens of an issuer can be long. */
const MOST = 8_192;

/**
 * Reads the credential of a request: `Authorization: Bearer …` and nothing else. Every protocol reads it here, so that
 * no other header can give access to something that this one does not.
 *
 * @returns null if there is none, or if it has another scheme or is too long
 */
export function credentialOf({ headers }: Pick<IncomingMessage, 'headers'>): string | null {
  const text = /^Bearer +(\S.*)$/i.exec(headers.authorization ?? '')?.[1]?.trim();
  return text === undefined || text.length > MOST ? null : text;
}
