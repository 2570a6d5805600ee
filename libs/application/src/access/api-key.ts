import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import type { Clearance } from '@quarry/repositories';
import type { Role } from './caller';

/** Limits of a key; null: the installation's setting applies. */
export interface KeyLimits {
  readonly requestsPerMinute: number | null;
  /** Input and output tokens of the turns that ended on the same day (UTC). */
  readonly tokensPerDay: number | null;
  /** Cost of the turns that ended on the same day (UTC), in the currency of the pipelines' price tables. */
  readonly costPerDay: number | null;
  /** Concurrent turns. Absent from keys created by an older version. */
  readonly turnsAtOnce?: number | null;
}

/** A stored API key: everything except its secret. */
export interface ApiKey {
  /** Display name. */
  readonly name: string;
  readonly tenant: string;
  readonly role: Role;
  /** Names of the pipelines that the key may use; null: all. */
  readonly pipelines: readonly string[] | null;
  /** Names of the repositories that the key may read; null: all that the tenant may read. */
  readonly repositories: readonly string[] | null;
  /** What the key may read of labelled files; absent: what needs neither a group nor a clearance. */
  readonly clearance?: Clearance;
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

/** Generates a key, `qk_<id>_<secret>`, with 256 random bits in its secret. */
export function newKey(): { readonly id: string; readonly secret: string; readonly text: string } {
  const id = Array.from({ length: ID_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  return { id, secret, text: `qk_${id}_${secret}` };
}

/** Splits a key into its parts; null if the text is not a key. */
export function parseKey(text: string): { readonly id: string; readonly secret: string } | null {
  const [, id, secret] = FORM.exec(text) ?? [];
  return id === undefined || secret === undefined ? null : { id, secret };
}

/** Whether a stored key can have this id. The ids of configured keys and of tokens have another format. */
export function isKeyId(id: string): boolean {
  return /^[A-Za-z0-9]{12}$/.test(id);
}

/**
 * The stored digest of a secret. It needs no slow hash: that protects guessable passwords, not 256 random bits, and
 * every request would pay for it.
 */
export function digestOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

/** Compares a secret with a digest in constant time. */
export function holds(secret: string, digest: string): boolean {
  const [given, stored] = [Buffer.from(digestOf(secret)), Buffer.from(digest)];
  return given.length === stored.length && timingSafeEqual(given, stored);
}

/** Whether the key is neither revoked nor expired. */
export function isInForce({ revokedAt, expiresAt }: ApiKey, now: number): boolean {
  return revokedAt === null && (expiresAt === null || now < expiresAt);
}
