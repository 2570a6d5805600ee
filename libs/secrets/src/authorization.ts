import { isExample, isTrial } from './example';
import { isShownToken } from './json-web-tokens';
import { isChosenAtRandom, isRandom } from './randomness';
import type { Span } from './secret';

/** `Bearer VALUE`, anywhere; the full stop of a sentence is not part of it. */
const BEARER = /\bbearer[ \t]{1,4}([\w.~+/-]{19,2000}[\w~+/-]={0,2})/gi;

/** `Authorization: Basic VALUE`, in the forms of a header in code: the word `basic` alone is prose. */
const BASIC =
  /\bauthorization["'`\]]{0,2}[ \t]{0,4}[:=,][ \t]{0,4}["'`]?basic[ \t]{1,4}([A-Za-z0-9+/_-]{12,1000}={0,2})/gi;

/** Minimum length of a token that is judged by its characters. */
const MIN_TOKEN = 20;

/** Tokens and passwords in the header `Authorization`. */
export function scanAuthorization(text: string): readonly Span[] {
  return [
    ...found(text, BEARER, 'bearer-token', isToken),
    ...found(text, BASIC, 'basic-credential', isCredential),
  ];
}

function found(
  text: string,
  pattern: RegExp,
  kind: string,
  isSecret: (value: string) => boolean,
): readonly Span[] {
  return [...text.matchAll(pattern)].flatMap(({ 0: whole, 1: value = '', index }) => {
    const end = index + whole.length;
    return isSecret(value) ? [{ kind, start: end - value.length, end }] : [];
  });
}

function isToken(value: string): boolean {
  return isRandom(value, MIN_TOKEN) && !isExample(value) && !isTrial(value) && !isShownToken(value);
}

/** Judged by its decoded text, `user:password`, or by its characters if it is not text. */
function isCredential(value: string): boolean {
  const plain = Buffer.from(value, 'base64').toString('latin1');
  if (!/^[\x20-\x7e]{1,750}$/.test(plain)) return isRandom(value, MIN_TOKEN) && !isExample(value);
  const colon = plain.indexOf(':');
  if (colon < 0) return false;
  return isChosenAtRandom(plain.slice(colon + 1)) || isToken(plain.slice(0, colon));
}
