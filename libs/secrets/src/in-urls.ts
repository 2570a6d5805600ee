import { isSecretFile } from './named-files';
import { isPlaceholder } from './example';
import { isChosenAtRandom } from './randomness';
import type { Span } from './secret';

/** `scheme://user:VALUE@host`. Every part is bounded and excludes its terminator. The host may be a variable. */
const CREDENTIALS =
  /\b([a-z][a-z0-9+.-]{1,20}):\/\/([^\s:/?#@"'`<>{}$\\]{0,100}):([^\s:/?#@"'`<>{}$\\]{3,200})@([^\s:/?#@"'`<>\\,)]{1,200})/gi;

/** Hosts in documentation: a non-random password there is a placeholder. */
const NOWHERE =
  /^(?:localhost|127\.|0\.0\.0\.0|\[|\$|\{|(?:\w+\.)*(?:example|test|invalid|local|localdomain)(?:\.|$)|.{1,2}$|host(?:name)?\b|server\b|db\b|database\b|postgres\b|mysql\b|mongo\b|redis\b|proxy\b|domain\b|foo\b|bar\b)/i;

/** Passwords in connection strings and URLs, without the rest of the URL. */
export function scanUrls(text: string, path: string): readonly Span[] {
  const loose = isSecretFile(path);
  const spans: Span[] = [];
  for (const match of text.matchAll(CREDENTIALS)) {
    const [whole, scheme = '', user = '', password = '', host = ''] = match;
    if (!isPassword(password, user, host, loose)) continue;
    const start = match.index + whole.length - host.length - 1 - password.length;
    const kind = /^https?$|^ftps?$|^git|^ssh/i.test(scheme) ? 'url-password' : 'connection-string-password';
    spans.push({ kind, start, end: start + password.length });
  }
  return spans;
}

/**
 * Random passwords for any host; any non-placeholder in a file that exists to hold secrets; letters and digits for a
 * real host.
 */
function isPassword(password: string, user: string, host: string, loose: boolean): boolean {
  const plain = password.replace(/%[0-9A-F]{2}/gi, '');
  if (isChosenAtRandom(plain)) return true;
  if (password === user || isPlaceholder(password) || /^%|%[sdv(]/.test(password)) return false;
  return loose || !(NOWHERE.test(host) || isWeak(password, plain));
}

/** Passwords that no one would use. @param plain the password without percent-encoding */
function isWeak(password: string, plain: string): boolean {
  if (/^[%*.\-_]|\*\*/.test(password)) return true;
  return plain.length < 8 || !/[0-9]/.test(plain) || !/[A-Za-z]/.test(plain);
}
