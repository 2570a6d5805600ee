import type { Client, ClientOptions } from '@elastic/elasticsearch';
import { Fault } from '@quarry/turn';
import { parseAddress, type Address } from './address';
import { faultOf, notElasticsearch, type ClientErrors } from './faults';

export interface ServerOptions {
  /** API key, instead of user and password. Never logged. */
  readonly apiKey?: string | undefined;
  /** Retries of a request whose connection failed, so that it may already be executed. */
  readonly maxRetries?: number;
  /** Longest wait for one reply, in milliseconds; every wait is bounded. */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 30_000;
/** A server that does not identify itself within this time is unavailable. */
const GREETING_TIMEOUT_MS = 10_000;
const MAX_RETRIES = 2;

/** The first 8.x version that rescores candidates by their exact vectors. */
const OLDEST = { major: 8, minor: 18 };
const NEWEST_MAJOR = 9;

/** The identity of the server, or the reply of another service, e.g. a redirect, which the client does not follow. */
interface Greeting {
  readonly version?: { readonly number?: string };
}

interface Opened {
  readonly client: Client;
  readonly errors: ClientErrors;
  /** Number of calls on its connections. */
  calls: number;
  /** Whether to close it after the last of them. */
  isLeft: boolean;
}

/** The client is loaded by the first call, so that embedded stores do not load it. */
async function open(options: ClientOptions): Promise<Opened> {
  const { Client, errors } = await import('@elastic/elasticsearch');
  return { client: new Client(options), errors, calls: 0, isLeft: false };
}

/** A connection to the server in a setting, with errors that say what to do. Connects on the first call. */
export class Server {
  readonly address: Address;
  private readonly options: ClientOptions;
  private opened: Promise<Opened> | null = null;
  private greeting: Promise<void> | null = null;
  private readonly timeoutMs: number;
  private closed = false;

  /**
   * @param setting name of the setting with the URL, for messages
   * @throws Fault `bad_request` for a malformed URL
   */
  constructor(
    setting: string,
    url: string,
    { apiKey, maxRetries = MAX_RETRIES, timeoutMs = TIMEOUT_MS }: ServerOptions = {},
  ) {
    const parsed = parseAddress(setting, url);
    const { node, user } = parsed;
    const byKey = apiKey !== undefined && apiKey !== '' ? { apiKey } : null;
    this.address = { ...parsed, ...byKey };
    this.timeoutMs = timeoutMs;
    const auth = byKey ?? user;
    this.options = {
      node,
      requestTimeout: timeoutMs,
      maxRetries,
      ...(auth === null ? {} : { auth }),
    };
  }

  /**
   * Runs `work`, after the first call has verified that Quarry supports the server. @throws Fault only
   *
   * @example
   * const { count } = await server.call((client) => client.count({ index }));
   */
  async call<T>(work: (client: Client) => Promise<T>): Promise<T> {
    await this.greet();
    return this.attempt(work);
  }

  /** Asks the server for its identity. @throws Fault `store_unavailable` */
  async ping(): Promise<void> {
    this.greeting = null;
    await this.greet();
  }

  /** May be called twice. */
  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    await (await this.opened)?.client.close();
  }

  private greet(): Promise<void> {
    // A failure is not cached: the server may be available at the next call.
    this.greeting ??= this.introduce().catch((error: unknown) => {
      this.greeting = null;
      throw error;
    });
    return this.greeting;
  }

  private async introduce(): Promise<void> {
    const greeting: Greeting = await this.attempt((client) =>
      client.info({}, { requestTimeout: Math.min(this.timeoutMs, GREETING_TIMEOUT_MS), maxRetries: 0 }),
    );
    const { version } = greeting;
    const { place, setting } = this.address;
    if (typeof version?.number !== 'string') throw notElasticsearch(this.address);
    const [major = 0, minor = 0] = version.number.split('.').map(Number);
    if (major <= NEWEST_MAJOR && (major > OLDEST.major || (major === OLDEST.major && minor >= OLDEST.minor)))
      return;
    throw new Fault(
      'store_unavailable',
      `Elasticsearch at ${place} is version ${version.number}; Quarry needs ${OLDEST.major}.${OLDEST.minor} or newer, up to ${NEWEST_MAJOR}.x. ` +
        `Set ${setting} to another server.`,
    );
  }

  private async attempt<T>(work: (client: Client) => Promise<T>): Promise<T> {
    if (this.closed)
      throw new Fault(
        'store_unavailable',
        `Elasticsearch at ${this.address.place} was used after the store was closed.`,
      );
    this.opened ??= open(this.options);
    const opened = await this.opened;
    opened.calls++;
    try {
      return await work(opened.client);
    } catch (error) {
      if (error instanceof opened.errors.TimeoutError) await this.leave(opened);
      throw faultOf(error, this.address, opened.errors);
    } finally {
      opened.calls--;
      if (opened.isLeft && opened.calls === 0) void opened.client.close().catch(() => undefined);
    }
  }

  /**
   * If one connection is silent for so long, all open ones may be, e.g. if a firewall has dropped them: the next call
   * opens a new one.
   */
  private async leave(opened: Opened): Promise<void> {
    opened.isLeft = true;
    if ((await this.opened) === opened && !this.closed) this.opened = null;
  }
}
