import type { Span } from './secret';

/** Three parts in base64url; the first starts with `{"`. */
const TOKEN = /(?<![\w-])(eyJ[\w-]{10,2000})\.([\w-]{10,8000})\.[\w-]{20,1400}(?![\w-])/g;

/** Signed tokens (RFC 7519), assigned to any name, except the example of jwt.io. */
export function scanJsonWebTokens(text: string): readonly Span[] {
  const spans: Span[] = [];
  for (const match of text.matchAll(TOKEN)) {
    const [whole, header = '', payload = ''] = match;
    if (typeof decoded(header)?.['alg'] !== 'string' || isShown(payload)) continue;
    spans.push({ kind: 'json-web-token', start: match.index, end: match.index + whole.length });
  }
  return spans;
}

/** True for the well-known payload of the example on jwt.io. */
export function isShownToken(token: string): boolean {
  return isShown(token.split('.')[1] ?? '');
}

function isShown(payload: string): boolean {
  const claims = decoded(payload);
  return claims?.['sub'] === '1234567890' || claims?.['name'] === 'John Doe';
}

function decoded(part: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return typeof value === 'object' && value !== null ? { ...value } : null;
  } catch {
    // Invalid JSON: not a token.
    return null;
  }
}
