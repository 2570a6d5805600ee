import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import type { Role } from './caller';

/** What a key may use up; null: what the installation's settings say. */
export interface KeyLimits {
  readonly requestsPerMinute: number | null;
  /** Model tokens, in and out, of the turns that ended on a day (UTC). */
  readonly tokensPerDay: number | null;
  /** Money, in the currency of the pipelines' price tables, of the turns that ended on a day (UTC). */
  readonly costPerDay: number | null;
  /** Turns that run at once. Keys that were made by an older version do not have it. */
  readonly turnsAtOnce?: number | null;
}

/** An API key as it is stored: everything but the key itself. */
export interface ApiKey {
  /** For people. */
  readonly name: string;
  readonly tenant: string;
  readonly role: Role;
  /** Names of pipelines that may be asked; null: all. */
  readonly pipelines: readonly string[] | null;
  /** Names of repositories that may be read; null: all that the tenant may read. */
  readonly repositories: readonly string[] | null;
  readonly limits: KeyLimits;
  /** SHA-256 of the secret, base64url. */
  readonly digest: string;
  /** Milliseconds since the epoch; null: never. */
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const ID_LENGTH = 12;
const SECRET_BYTES = 32;
const FORM = /^qk_([A-Za-z0-9]{12})_([A-Za-z0-9_-]{43})$/;

/** A new key, `qk_<id>_<secret>`, with 256 random bits in its secret. */
export function newKey(): { readonly id: string; readonly secret: string; readonly text: string } {
  const id = Array.from({ length: ID_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  return { id, secret, text: `qk_${id}_${secret}` };
}

/** The parts of a key; null for a text that is none. */
export function parseKey(text: string): { readonly id: string; readonly secret: string } | null {
  const [, id, secret] = FORM.exec(text) ?? [];
  return id === undefined || secret === undefined ? null : { id, secret };
}

/** May a stored key have this id? Those of configured keys and of tokens may not. */
export function isKeyId(id: string): boolean {
  return /^[A-Za-z0-9]{12}$/.test(id);
}

/**
 * What is stored of a secret. A slow hash protects what people choose, which can be guessed; 256 random bits cannot, and every request would pay for it.
 */
export function digestOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

/** Is this the secret that the digest was made of? Takes as long for every secret. */
export function holds(secret: string, digest: string): boolean {
  const [given, stored] = [Buffer.from(digestOf(secret)), Buffer.from(digest)];
  return given.length === stored.length && timingSafeEqual(given, stored);
}

/** Neither revoked nor expired. */
export function isInForce({ revokedAt, expiresAt }: ApiKey, now: number): boolean {
  return revokedAt === null && (expiresAt === null || now < expiresAt);
}
