import { holdsPiece } from './secret-pieces';

/** Shortest secret that is looked for: replacing one of a few letters would garble every text. */
const SHORTEST = 4;
/** Characters of a text from elsewhere that are worth reading, and that are kept. */
const READ = 2_000;
const KEPT = 300;

/** Stands for a text that repeats a secret in other letters. */
export const WITHHELD = '(not shown, as it repeats a secret)';

/** A secret, or nothing where there is none. */
export type Secret = string | undefined;

/**
 * Text of a server, fit for a message: one line, bounded, without the secrets or anything that looks like one. Servers repeat the key that they refuse. A secret that stands there
 * as it is, or percent-encoded, is replaced; where the text holds a piece of one in other letters (escaped, base64, in two parts), nothing of it is shown.
 */
export function redact(text: string, ...secrets: readonly Secret[]): string {
  const read = secrets.reduce(withoutSecret, text).slice(0, READ);
  if (holdsSecret(read, ...secrets)) return WITHHELD;
  return read
    .replace(/(\bhttps?:\/\/[^\s?]+)\?\S*/g, '$1')
    .replace(/(\bhttps?:\/\/)[^\s/@]+@/g, '$1')
    .replace(/\b(?:sk|pk|rk|key)-[\w*.-]{3,}/gi, '***')
    .replace(/\b(bearer|basic)\s+\S+/gi, '$1 ***')
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, KEPT);
}

/** Does the text hold one of the secrets, or enough of it to matter, in whatever letters? */
export function holdsSecret(text: string, ...secrets: readonly Secret[]): boolean {
  return secrets.some(
    (secret) => secret !== undefined && secret.length >= SHORTEST && holdsPiece(text.slice(0, READ), secret),
  );
}

function withoutSecret(text: string, secret: Secret): string {
  if (secret === undefined || secret.length < SHORTEST) return text;
  return text.replaceAll(secret, '***').replaceAll(encodeURIComponent(secret), '***');
}
