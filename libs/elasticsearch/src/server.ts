import type { Client, ClientOptions } from '@elastic/elasticsearch';
import { Fault } from '@quarry/turn';
import { parseAddress, type Address } from './address';
import { faultOf, notElasticsearch, type ClientErrors } from './faults';

export interface ServerOptions {
  /** API key, instead of user and password. Never logged. */
  readonly apiKey?: string | undefined;
  /** How often a request is sent again whose connection failed, so that it may have been done already. */
  readonly maxRetries?: number;
  /** Longest wait for one reply, in milliseconds; nothing waits without end. */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 30_000;
/** A server that cannot even say what it is within this is away. */
const GREETING_TIMEOUT_MS = 10_000;
const MAX_RETRIES = 2;

/** The first version of 8 that compares candidates again by their exact vectors. */
const OLDEST = { major: 8, minor: 18 };
const NEWEST_MAJOR = 9;

/** What a server says of itself, or one that answers with something else, e.g. a redirect, which the client does not follow. */
interface Greeting {
  readonly version?: { readonly number?: string };
}

interface Opened {
  readonly client: Client;
  readonly errors: ClientErrors;
  /** Calls that run on its connections. */
  calls: number;
  /** Whether it is closed with the last of them. */
  isLeft: boolean;
}

/** The client is loaded with the first call: where the stores are embedded there is none. */
async function open(options: ClientOptions): Promise<Opened> {
  const { Client, errors } = await import('@elastic/elasticsearch');
  return { client: new Client(options), errors, calls: 0, isLeft: false };
}

/** One connection to the server that a setting names, with errors that say what to do. Connects with the first call. */
export class Server {
  readonly address: Address;
  private readonly options: ClientOptions;
  private opened: Promise<Opened> | null = null;
  private greeting: Promise<void> | null = null;
  private readonly timeoutMs: number;
  private closed = false;

  /**
   * @param setting name of the setting that holds the URL, for messages
   * @throws Fault `bad_request` where the URL is malformed
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

  /** Does `work`, after the first call has made sure that this is a server that Quarry knows. @throws Fault only */
  async call<T>(work: (client: Client) => Promise<T>): Promise<T> {
    await this.greet();
    return this.attempt(work);
  }

  /** Asks the server who it is. @throws Fault `store_unavailable` */
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
    // A failure is not remembered: the server may be there at the next call.
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
        `Name another server in ${setting}.`,
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
   * Whoever is silent for so long on one connection may be so on all that are open, as where what stands between has forgotten them: the next call makes
   * a new one.
   */
  private async leave(opened: Opened): Promise<void> {
    opened.isLeft = true;
    if ((await this.opened) === opened && !this.closed) this.opened = null;
  }
}
