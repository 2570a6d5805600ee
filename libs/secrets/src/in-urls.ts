import { isExample } from './example';
import type { Span } from './secret';

/** `scheme://user:VALUE@host`; every part is bounded and excludes what ends it. */
const CREDENTIALS =
  /\b([a-z][a-z0-9+.-]{1,20}):\/\/([^\s:/?#@"'`<>{}$\\]{0,100}):([^\s:/?#@"'`<>{}$\\]{3,200})@([^\s:/?#@"'`<>{}$\\,)]{3,200})/gi;

/** Passwords that documentation uses, and hosts that are nowhere. */
const COMMON =
  /^(?:pass(?:word|wd|w|phrase)?\d{0,4}|pwd|secret\d{0,4}|user\d*|admin\d*|root|test(?:ing|er)?\d*|tiger.*|guest|postgres|mysql|mongo|redis|rabbitmq|foo|bar|baz|hunter2|token|key|my\w*|some\w*|the\w*|a?b?c?1?2?3?4?)$/i;
const NOWHERE =
  /^(?:localhost|127\.|0\.0\.0\.0|\[|(?:\w+\.)*(?:example|test|invalid|local|localdomain)(?:\.|$)|host(?:name)?\b|server\b|db\b|database\b|postgres\b|mysql\b|mongo\b|redis\b|proxy\b|domain\b|foo\b|bar\b)/i;

/** Passwords in connection strings and addresses, the password alone. */
export function scanUrls(text: string): readonly Span[] {
  const spans: Span[] = [];
  for (const match of text.matchAll(CREDENTIALS)) {
    const [whole, scheme = '', user = '', password = '', host = ''] = match;
    if (NOWHERE.test(host) || isWeak(password) || password === user) continue;
    const start = match.index + whole.length - host.length - 1 - password.length;
    const kind = /^https?$|^ftps?$|^git|^ssh/i.test(scheme) ? 'url-password' : 'connection-string-password';
    spans.push({ kind, start, end: start + password.length });
  }
  return spans;
}

/** What nobody would use: an example, a variable, a word. */
function isWeak(password: string): boolean {
  if (COMMON.test(password) || isExample(password) || /^[%*.\-_]|%[sdv(]|\*\*/.test(password)) return true;
  const plain = password.replace(/%[0-9A-F]{2}/gi, '');
  return plain.length < 8 || !/[0-9]/.test(plain) || !/[A-Za-z]/.test(plain);
}
