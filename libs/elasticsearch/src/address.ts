import { Fault, type Secret } from '@quarry/turn';

/** A server, and Quarry's prefix on it. */
export interface Address {
  /** Name of the setting with the URL, for messages. */
  readonly setting: string;
  /** Without user and password. */
  readonly node: string;
  /** `host:port`, for messages. */
  readonly place: string;
  readonly user: { readonly username: string; readonly password: string } | null;
  /** Instead of user and password. */
  readonly apiKey?: string;
  /** Prefix of every name that Quarry uses on the server, followed by a dot. */
  readonly prefix: string;
}

const FORM = 'elasticsearch:http(s)://[USER:PASSWORD@]HOST:9200[/PREFIX]';
const DEFAULT_PREFIX = 'quarry';
const DEFAULT_PORT = { 'http:': '9200', 'https:': '9200' } as const;

/**
 * Parses `elasticsearch:http(s)://[USER:PASSWORD@]HOST:9200[/PREFIX]`.
 * @param setting name of the setting with the URL, for messages
 * @throws Fault `bad_request`; the URL is never repeated
 */
export function parseAddress(setting: string, url: string): Address {
  const rest = url.replace(/^elasticsearch:/i, '');
  const parsed = URL.canParse(rest) ? new URL(rest) : null;
  if (!parsed || (parsed.protocol !== 'http:' && parsed.protocol !== 'https:') || parsed.hostname === '')
    throw malformed(setting, 'it contains no http or https address');
  const prefix = parsed.pathname.replace(/^\/|\/$/g, '') || DEFAULT_PREFIX;
  if (!/^[a-z0-9][a-z0-9_-]{0,39}$/.test(prefix))
    throw malformed(setting, 'PREFIX is 1 to 40 of a–z, 0–9, - and _, and begins with a letter or digit');
  if (parsed.search !== '' || parsed.hash !== '') throw malformed(setting, 'nothing may follow PREFIX');
  // A URL omits the default port of its protocol.
  const named = new RegExp(`^https?://(?:[^/?#]*@)?(?:\\[[^\\]]*\\]|[^:/?#]*):\\d`, 'i').test(rest);
  const port =
    parsed.port || (named ? (parsed.protocol === 'http:' ? '80' : '443') : DEFAULT_PORT[parsed.protocol]);
  return {
    setting,
    node: `${parsed.protocol}//${parsed.hostname}:${port}`,
    place: `${parsed.hostname}:${port}`,
    user:
      parsed.username === ''
        ? null
        : { username: decode(parsed.username), password: decode(parsed.password) },
    prefix,
  };
}

/** Secrets that no message may contain. An API key is the base64 of its id and its secret. */
export function secretsOf({ user, apiKey }: Address): readonly Secret[] {
  const [, secret] = Buffer.from(apiKey ?? '', 'base64')
    .toString()
    .split(':');
  return [user?.password, apiKey, secret];
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function malformed(setting: string, reason: string): Fault {
  return new Fault('bad_request', `${setting} is wrong: ${reason}. Write it as ${FORM}.`);
}
