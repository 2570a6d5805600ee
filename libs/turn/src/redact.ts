/** Shortest secret that is looked for: replacing one of a few letters would garble every text. */
const SHORTEST = 4;
/** Characters of a text from elsewhere that are worth reading, and that are kept. */
const READ = 2_000;
const KEPT = 300;

/**
 * Text of a server, fit for a message: one line, bounded, without the secret (also where it is percent-encoded) or anything that
 * looks like one. Servers repeat the key that they refuse.
 */
export function redact(text: string, secret: string | undefined): string {
  return withoutSecret(text, secret)
    .slice(0, READ)
    .replace(/(\bhttps?:\/\/[^\s?]+)\?\S*/g, '$1')
    .replace(/(\bhttps?:\/\/)[^\s/@]+@/g, '$1')
    .replace(/\b(?:sk|pk|rk|key)-[\w*.-]{3,}/gi, '***')
    .replace(/\b(bearer|basic)\s+\S+/gi, '$1 ***')
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, KEPT);
}

function withoutSecret(text: string, secret: string | undefined): string {
  if (secret === undefined || secret.length < SHORTEST) return text;
  return text.replaceAll(secret, '***').replaceAll(encodeURIComponent(secret), '***');
}
