import { isExample, isTrial } from './example';
import { isConfiguration, isSecretFile } from './named-files';
import { isRandom } from './randomness';
import type { Span } from './secret';

/** Names of secrets, without prefixes and suffixes. */
export const SECRET_NAME =
  'secret|passwd|password|passphrase|passwort|pwd|api[_-]?key|apikey|access[_-]?key|auth[_-]?key|private[_-]?key|account[_-]?key|signing[_-]?key|encryption[_-]?key|master[_-]?key|secret[_-]?key|client[_-]?secret|auth[_-]?token|access[_-]?token|refresh[_-]?token|api[_-]?token|bot[_-]?token|bearer|credential|token|_auth|identified[ ]by';

/**
 * `name = "value"`, `"name": "value"`, `name => 'value'`, `name := "value"`: the value is the last group. Bounded
 * everywhere.
 */
const QUOTED = new RegExp(
  `((?:${SECRET_NAME})[\\w.-]{0,30})(["'\`\\]]{0,2})[ \\t]{0,4}(?::=|=>|==?|:| )[ \\t]{0,4}[A-Za-z@]{0,2}(["'\`])([^\\s"'\`]{6,400})\\3`,
  'gi',
);

/** `name=value` and `name: value` at the start of a line. */
const BARE = new RegExp(
  `^[ \\t]{0,40}(?:-[ ]|export[ ]|ENV[ ]|ARG[ ]|set[ ])?["']?([\\w./:@-]{0,100}(?:${SECRET_NAME})[\\w-]{0,30})["']?[ \\t]{0,20}[=:][ \\t]{0,20}["']?([^\\s"',;#]{4,400})`,
  'gim',
);

/** Minimum lengths of values that are judged by their characters. */
const MIN_PASSWORD = 14;
const MIN_KEY = 20;

/** Maximum length of a name's prefix before the word that marks a secret. */
const MOST_PREFIX = 40;

/** Names of public values. */
export const PUBLIC =
  /public|csrf|xsrf|pubkey|publishable|nonce|(?:_|-|[a-z])id$|key[_-]?id|file|path|url$|name$|type$|expir|policy|regex|pattern|field|header|param|hash$|digest|checksum|integrity|version|(?:next|page|pagination|continuation|output|input|term|sync|cursor|sequence|idempotency|upload|request|client)_?token/i;

/** Values of a secret's name that are not secrets: a variable, a template, a call, a type. */
export const REFERENCE =
  /^[$%@&*!|>[{(<]|[${}()<>|]|^(?:true|false|null|none|undefined|nil|string|str|bytes|number|env|process|os|self|this|vault|ref|arn|ssm|projects)\b|\.\.\.|^\/|^\.{1,2}\//i;

/**
 * Values assigned to the name of a secret: random ones in every file, any value in a file that exists to hold secrets.
 */
export function scanAssigned(text: string, path: string): readonly Span[] {
  const loose = isSecretFile(path);
  const spans: Span[] = [];
  for (const match of text.matchAll(QUOTED)) {
    const [whole, tail = '', , , value = ''] = match;
    const end = match.index + whole.length - 1;
    const name =
      (/[\w.-]*$/.exec(text.slice(Math.max(0, match.index - MOST_PREFIX), match.index))?.[0] ?? '') + tail;
    if (isSecretValue(name, value, loose)) spans.push(span(name, end - value.length, end));
  }
  if (isConfiguration(path)) {
    for (const match of text.matchAll(BARE)) {
      const [, name = '', value = ''] = match;
      const end = match.index + match[0].length;
      if (isSecretValue(name, value, loose)) spans.push(span(name, end - value.length, end));
    }
  }
  return spans;
}

function isSecretValue(name: string, value: string, loose: boolean): boolean {
  if (PUBLIC.test(name) || REFERENCE.test(value) || isExample(value)) return false;
  if (loose) return !/^\d{1,5}$/.test(value);
  if (isTrial(value) || /test|example|dummy|fake|mock|sample/i.test(name)) return false;
  return isRandom(value, /pass|pwd/i.test(name) ? MIN_PASSWORD : MIN_KEY);
}

function span(name: string, start: number, end: number): Span {
  const kind = /pass|pwd|identified/i.test(name)
    ? 'password'
    : /token|bearer/i.test(name)
      ? 'token'
      : 'secret';
  return { kind, start, end };
}
