import { PUBLIC, REFERENCE, SECRET_NAME } from './assigned';
import { isExample } from './example';
import { isDotenv, isSecretFile } from './named-files';
import type { Span } from './secret';

/** `password VALUE` of .netrc, `host:port:db:user:VALUE` of .pgpass, `user:VALUE` of .htpasswd. */
const BY_PLACE: readonly (readonly [path: RegExp, line: RegExp])[] = [
  [/(?:^|\/)[._]netrc$/i, /\bpassword[ \t]+(\S{3,200})/gi],
  [/(?:^|\/)\.pgpass$/i, /^[^:#\n]{0,200}:[^:\n]{0,10}:[^:\n]{0,100}:[^:\n]{0,100}:([^\n:]{1,200})$/gm],
  [/(?:^|\/)\.htpasswd$/i, /^[^:#\n]{1,100}:([^\n:]{4,200})/gm],
  [/(?:^|\/)(?:master\.key|\.vault-token)$/i, /^(\S{16,200})$/gm],
  [
    /(?:^|\/)(?:\.docker\/config\.json|\.dockercfg)$/i,
    /"(?:auth|identitytoken)"[ \t]*:[ \t]*"([^"\s]{8,4000})"/g,
  ],
];

/** `NAME=value`, quoted or not, including short names: `DB_PASS`, `SMTP_PW`, Laravel's `APP_KEY`. */
const ASSIGNED = new RegExp(
  `^[ \\t]{0,40}(?:export[ ]|set[ ])?["']?((?:[\\w.-]{0,100}[_.-])?(?:pass|pw)|app_key|[\\w.-]{0,100}(?:${SECRET_NAME})[\\w-]{0,30})["']?[ \\t]{0,20}[=:][ \\t]{0,20}(?:"([^"\\n]{1,400})"|'([^'\\n]{1,400})'|([^\\s"']\\S{0,400}))`,
  'gim',
);

/** References in an .env file, instead of values. */
const VARIABLE =
  /^\$\{|^\$\w{1,100}$|^\$\(|\{\{|^<.{0,200}>$|^%\w{1,100}%$|^(?:true|false|null|none|undefined|nil|yes|no)$|^(?:vault|ref|arn|ssm|op|secret|projects)[:/]|^\.{0,2}\//i;

/** Values in files that exist to hold secrets, by their position or by their name. */
export function scanSecretFiles(text: string, path: string): readonly Span[] {
  const spans: Span[] = [];
  for (const [named, line] of BY_PLACE) {
    if (!named.test(path)) continue;
    for (const match of text.matchAll(line)) {
      const end = match.index + match[0].length - (match[0].endsWith('"') ? 1 : 0);
      const value = match[1] ?? '';
      if (!isExample(value)) spans.push({ kind: 'credential', start: end - value.length, end });
    }
  }
  return isSecretFile(path) ? [...spans, ...scanNames(text, isDotenv(path) ? VARIABLE : REFERENCE)] : spans;
}

function scanNames(text: string, reference: RegExp): readonly Span[] {
  const spans: Span[] = [];
  for (const match of text.matchAll(ASSIGNED)) {
    const [whole, name = '', double, single, bare = ''] = match;
    const value = double ?? single ?? bare.replace(/[,;]$/, '');
    const start = match.index + whole.lastIndexOf(double ?? single ?? bare);
    const isPassword = /pass|pwd?$/i.test(name);
    if (PUBLIC.test(name) || reference.test(value) || isExample(value)) continue;
    // A number of seconds or of characters.
    if (!/(?:pass|passwd|password|pwd?)$/i.test(name) && /^\d{1,5}$/.test(value)) continue;
    const kind = isPassword ? 'password' : /token|bearer/i.test(name) ? 'token' : 'secret';
    spans.push({ kind, start, end: start + value.length });
  }
  return spans;
}
