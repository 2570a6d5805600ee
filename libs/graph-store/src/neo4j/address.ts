import { Fault } from '@quarry/turn';

/** Address and credentials of a Neo4j server, from the setting. */
export interface Address {
  /** For the driver: scheme, host and port. */
  readonly url: string;
  /** `host:port`, for messages. */
  readonly host: string;
  readonly credentials?: { readonly user: string; readonly password: string };
  /** Absent: the server's default. */
  readonly database?: string;
  /** Separates installations that share a database; empty by default. */
  readonly namespace: string;
}

/**
 * Schemes of the driver: `neo4j` discovers the members of a cluster, `bolt` connects to the named server; `+s` is TLS,
 * `+ssc` TLS with any certificate.
 */
export const NEO4J_SCHEMES = ['neo4j', 'neo4j+s', 'neo4j+ssc', 'bolt', 'bolt+s', 'bolt+ssc'] as const;

const PORT = '7687';
const FORM = 'neo4j://[USER:PASSWORD@]HOST:7687[/DATABASE][?namespace=NAME]';

/**
 * Parses a URL. User and password are percent-decoded.
 * @param setting name of the setting with the URL, for messages, which never repeat the URL
 * @throws Fault `store_unknown` that says what is wrong
 */
export function parseAddress(setting: string, url: string): Address {
  if (!URL.canParse(url))
    throw malformed(setting, 'is not a URL: percent-encode characters like # / ? @ in user and password');
  const parsed = new URL(url);
  if (parsed.hostname === '') throw malformed(setting, 'names no host');
  const unknown = [...parsed.searchParams.keys()].find((name) => name !== 'namespace');
  if (unknown !== undefined || parsed.hash !== '')
    throw malformed(setting, 'supports only the parameter namespace; percent-encode # and ? in a password');
  const path = decoded(setting, parsed.pathname.replace(/^\//, ''));
  if (path.includes('/')) throw malformed(setting, 'names more than a database');
  const host = `${parsed.hostname}:${parsed.port || PORT}`;
  const user = decoded(setting, parsed.username);
  return {
    url: `${parsed.protocol}//${host}`,
    host,
    namespace: parsed.searchParams.get('namespace') ?? '',
    ...(path === '' ? {} : { database: path }),
    ...(user === '' ? {} : { credentials: { user, password: decoded(setting, parsed.password) } }),
  };
}

function decoded(setting: string, text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw malformed(setting, 'contains a % that does not begin a percent-encoding');
  }
}

function malformed(setting: string, what: string): Fault {
  return new Fault('store_unknown', `${setting} ${what}. Write it as ${FORM}.`);
}
