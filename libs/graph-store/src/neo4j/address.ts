import { Fault } from '@quarry/turn';

/** Where a Neo4j is and how to sign in, as the setting says it. */
export interface Address {
  /** What the driver takes: scheme, host and port. */
  readonly url: string;
  /** `host:port`, for messages. */
  readonly host: string;
  readonly credentials?: { readonly user: string; readonly password: string };
  /** Absent: the server's default. */
  readonly database?: string;
  /** Installations that share a database keep apart by it; empty by default. */
  readonly namespace: string;
}

/** Schemes of the driver: `neo4j` asks the server for the members of its cluster, `bolt` talks to the one named; `+s` is TLS, `+ssc` TLS with any certificate. */
export const NEO4J_SCHEMES = ['neo4j', 'neo4j+s', 'neo4j+ssc', 'bolt', 'bolt+s', 'bolt+ssc'] as const;

const PORT = '7687';
const FORM = 'neo4j://[USER:PASSWORD@]HOST:7687[/DATABASE][?namespace=NAME]';

/**
 * Takes a URL apart. User and password are percent-decoded.
 * @param setting name of the setting that holds the URL, for messages, which never repeat the URL
 * @throws Fault `store_unknown` that says what is wrong
 */
export function parseAddress(setting: string, url: string): Address {
  if (!URL.canParse(url))
    throw malformed(
      setting,
      'is no URL: characters like # / ? @ in user and password are to be percent-encoded',
    );
  const parsed = new URL(url);
  if (parsed.hostname === '') throw malformed(setting, 'names no host');
  const unknown = [...parsed.searchParams.keys()].find((name) => name !== 'namespace');
  if (unknown !== undefined || parsed.hash !== '')
    throw malformed(
      setting,
      'may carry no parameter but namespace, and # or ? in a password only percent-encoded',
    );
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
    throw malformed(setting, 'has a % that begins no percent-encoding');
  }
}

function malformed(setting: string, what: string): Fault {
  return new Fault('store_unknown', `${setting} ${what}. Write it as ${FORM}.`);
}
