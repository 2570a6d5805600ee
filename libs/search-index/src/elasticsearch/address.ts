import { Fault } from '@quarry/turn';

/** A server and the part of it that is Quarry's. */
export interface Address {
  /** Without user and password. */
  readonly node: string;
  /** `host:port`, for messages. */
  readonly place: string;
  readonly user: { readonly username: string; readonly password: string } | null;
  /** Every name that Quarry uses on the server begins with it and a dot. */
  readonly prefix: string;
}

const FORM = 'elasticsearch:http(s)://[USER:PASSWORD@]HOST:9200[/PREFIX]';
const DEFAULT_PREFIX = 'quarry';
const DEFAULT_PORT = { 'http:': '9200', 'https:': '9200' } as const;

/** Reads `elasticsearch:http(s)://[USER:PASSWORD@]HOST:9200[/PREFIX]`. @throws Fault `bad_request`; the URL is never repeated */
export function parseAddress(url: string): Address {
  const rest = url.replace(/^elasticsearch:/i, '');
  const parsed = URL.canParse(rest) ? new URL(rest) : null;
  if (!parsed || (parsed.protocol !== 'http:' && parsed.protocol !== 'https:') || parsed.hostname === '')
    throw malformed('it holds no http or https address');
  const prefix = parsed.pathname.replace(/^\/|\/$/g, '') || DEFAULT_PREFIX;
  if (!/^[a-z0-9][a-z0-9_-]{0,39}$/.test(prefix))
    throw malformed('PREFIX is 1 to 40 of a–z, 0–9, - and _, and begins with a letter or digit');
  if (parsed.search !== '' || parsed.hash !== '') throw malformed('nothing may follow PREFIX');
  // A URL does not keep the port that its protocol has anyway.
  const named = new RegExp(`^https?://(?:[^/?#]*@)?(?:\\[[^\\]]*\\]|[^:/?#]*):\\d`, 'i').test(rest);
  const port =
    parsed.port || (named ? (parsed.protocol === 'http:' ? '80' : '443') : DEFAULT_PORT[parsed.protocol]);
  return {
    node: `${parsed.protocol}//${parsed.hostname}:${port}`,
    place: `${parsed.hostname}:${port}`,
    user:
      parsed.username === ''
        ? null
        : { username: decode(parsed.username), password: decode(parsed.password) },
    prefix,
  };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function malformed(reason: string): Fault {
  return new Fault('bad_request', `SEARCH_INDEX_URL is wrong: ${reason}. Write it as ${FORM}.`);
}
