import { Client } from '@elastic/elasticsearch';
import { Fault } from '@quarry/turn';
import { parseAddress, type Address } from './address';
import { faultOf } from './faults';

/** Longest wait for one reply. Connection failures are tried again twice; nothing waits without end. */
const REQUEST_TIMEOUT_MS = 30_000;
const MAX_RETRIES = 2;

/** The first version of 8 that compares candidates again by their exact vectors. */
const OLDEST = { major: 8, minor: 18 };
const NEWEST_MAJOR = 9;

/** One connection to the server, with errors that say what to do. */
export class Server {
  readonly address: Address;
  private readonly client: Client;
  private greeting: Promise<void> | null = null;
  private closed = false;

  constructor(url: string, apiKey?: string) {
    this.address = parseAddress(url);
    const { node, user } = this.address;
    this.client = new Client({
      node,
      requestTimeout: REQUEST_TIMEOUT_MS,
      maxRetries: MAX_RETRIES,
      ...(apiKey === undefined ? (user === null ? {} : { auth: user }) : { auth: { apiKey } }),
    });
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

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    await this.client.close();
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
    const { version } = await this.attempt((client) => client.info());
    const [major = 0, minor = 0] = version.number.split('.').map(Number);
    if (major <= NEWEST_MAJOR && (major > OLDEST.major || (major === OLDEST.major && minor >= OLDEST.minor)))
      return;
    throw new Fault(
      'store_unavailable',
      `Elasticsearch at ${this.address.place} is version ${version.number}; Quarry needs ${OLDEST.major}.${OLDEST.minor} or newer, up to ${NEWEST_MAJOR}.x. ` +
        'Name another server in SEARCH_INDEX_URL.',
    );
  }

  private async attempt<T>(work: (client: Client) => Promise<T>): Promise<T> {
    if (this.closed)
      throw new Fault(
        'store_unavailable',
        `The index at ${this.address.place} was used after it was closed.`,
      );
    try {
      return await work(this.client);
    } catch (error) {
      throw faultOf(error, this.address);
    }
  }
}
