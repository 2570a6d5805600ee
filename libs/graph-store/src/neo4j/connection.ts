import type { Driver, EagerResult, ManagedTransaction, Session } from 'neo4j-driver';
import { Fault, defined } from '@quarry/turn';
import type { Address } from './address';
import { neo4j } from './driver';
import { isLost, neo4jFault, tooOld, unavailable, unreachable } from './faults';
import { before, LIMITS } from './limits';
import { ensureSchema } from './schema';
import { Sockets } from './sockets';

const CONNECTIONS = 50;
const OLDEST_SERVER = 5;
const CLOSED = 'The graph store is closed.';

/** What a statement is given. */
export type Parameters = Readonly<Record<string, unknown>>;

/** Statements of one transaction. The text is a constant; whatever varies is a parameter. */
export type Cypher = <Row extends object>(text: string, parameters?: Parameters) => Promise<Row[]>;

/**
 * One driver, opened at the first call, and what every call needs: a managed transaction (retried for seconds where the
 * server says that this helps), limits on every wait, faults that people understand, and a circuit breaker: once the
 * server was not reached, calls fail at once for two seconds, so that a turn with ten graph steps waits for one
 * time-out and not for ten. A network that has forgotten the connections of the pool costs no call: where they are silent, all are dropped and the
 * call is made once more, on a fresh one. Constraints and indexes are looked after at the first use, and again when the server was away.
 */
export class Neo4jConnection {
  private driver: Driver | null = null;
  private sockets = new Sockets();
  private schema: Promise<void> | null = null;
  private closed = false;
  private lost: { readonly until: number; readonly fault: unknown } | null = null;

  constructor(private readonly address: Address) {}

  /** The rows of one statement that only reads. */
  async read<Row extends object>(text: string, parameters: Parameters): Promise<Row[]> {
    return this.attempt(async () => {
      await this.prepare();
      const { database } = this.address;
      const result = this.opened().executeQuery<EagerResult>(text, parameters, {
        routing: neo4j().routing.READ,
        transactionConfig: { timeout: LIMITS.read },
        bookmarkManager: null,
        ...defined({ database }),
      });
      const { records } = await this.within(LIMITS.read + LIMITS.retry, result);
      return records.map((record) => record.toObject() as Row);
    }, 'reads');
  }

  /** A transaction that writes. `work` may run several times, as the transaction is tried again. */
  async write<Result>(work: (cypher: Cypher) => Promise<Result>): Promise<Result> {
    return this.attempt(async () => {
      await this.prepare();
      return this.inSession(LIMITS.write + LIMITS.retry, (session) =>
        session.executeWrite((transaction) => work(cypherOf(transaction)), { timeout: LIMITS.write }),
      );
    }, 'writes');
  }

  /** Asks the server now, whatever was known of it. @throws Fault `store_unavailable` */
  async ping(): Promise<void> {
    this.lost = null;
    await this.attempt(() => this.greet(), 'writes');
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.drop(this.driver);
  }

  private async attempt<Result>(call: () => Promise<Result>, kind: 'reads' | 'writes'): Promise<Result> {
    if (this.closed) throw unavailable(CLOSED, false);
    if (this.lost && Date.now() < this.lost.until) throw this.lost.fault;
    try {
      const result = await this.tried(call, kind);
      this.lost = null;
      return result;
    } catch (error) {
      const fault = neo4jFault(error, this.address);
      if (isLost(error) || error instanceof NoAnswer) this.pause(fault);
      throw fault;
    }
  }

  /** Once more on fresh connections where the pool's ones were silent; a driver that was opened for the call has no others. */
  private async tried<Result>(call: () => Promise<Result>, kind: 'reads' | 'writes'): Promise<Result> {
    const { driver } = this;
    try {
      return await this.sockets.during(call);
    } catch (error) {
      // Whoever found the driver silent before has closed the connection of this call.
      const isClosed = isLost(error) && driver !== this.driver;
      const mayRepeat = isNotAcquired(error) || (kind === 'reads' && (isClosed || error instanceof NoAnswer));
      if (driver === null || !mayRepeat) throw error;
      void this.drop(driver);
      return this.sockets.during(call);
    }
  }

  /** Remembers that the server is away. What comes back may be another one: its schema is looked at again. */
  private pause(fault: unknown): void {
    this.lost = { until: Date.now() + LIMITS.pause, fault };
    this.schema = null;
  }

  private async prepare(): Promise<void> {
    this.schema ??= this.greet().then(() => this.inSession(LIMITS.schema, ensureSchema));
    const schema = this.schema;
    await schema.catch((error: unknown) => {
      if (this.schema === schema) this.schema = null;
      throw error;
    });
  }

  /** One attempt, without retries: whether the server answers, and whether it is new enough. */
  private greet(): Promise<void> {
    return this.inSession(LIMITS.ping, async (session) => {
      const { summary } = await session.run('RETURN 1');
      const agent = summary.server.agent ?? '';
      const major = Number(/^Neo4j\/(\d+)/.exec(agent)?.[1] ?? OLDEST_SERVER);
      if (major < OLDEST_SERVER) throw tooOld(this.address, agent, OLDEST_SERVER);
    });
  }

  private async inSession<Result>(
    limit: number,
    work: (session: Session) => Promise<Result>,
  ): Promise<Result> {
    const { database } = this.address;
    const session = this.opened().session(database === undefined ? {} : { database });
    return this.within(
      limit,
      work(session).finally(() => session.close()),
    );
  }

  /** The server may hang with the connection open: then the driver would wait for ever. */
  private within<Result>(limit: number, work: Promise<Result>): Promise<Result> {
    const { driver } = this;
    return before(limit + LIMITS.grace, work, () => {
      void this.drop(driver);
      return new NoAnswer(this.address);
    });
  }

  private opened(): Driver {
    if (this.closed) throw unavailable(CLOSED, false);
    const { url, credentials } = this.address;
    this.driver ??= neo4j().driver(
      url,
      credentials && neo4j().auth.basic(credentials.user, credentials.password),
      {
        disableLosslessIntegers: true,
        connectionTimeout: LIMITS.connect,
        connectionAcquisitionTimeout: LIMITS.acquire,
        connectionLivenessCheckTimeout: LIMITS.idle,
        maxTransactionRetryTime: LIMITS.retry,
        maxConnectionPoolSize: CONNECTIONS,
        telemetryDisabled: true,
        userAgent: 'quarry',
      },
    );
    return this.driver;
  }

  /** Of those who found the same driver silent, the first one drops it. */
  private async drop(driver: Driver | null): Promise<void> {
    if (driver !== this.driver) return;
    const { sockets } = this;
    this.driver = null;
    this.sockets = new Sockets();
    await driver?.close().catch(() => undefined);
    sockets.destroy();
  }
}

/** Nothing came back, not even an error. */
class NoAnswer extends Fault {
  constructor(address: Address) {
    const { code, message } = unreachable(address, 'it is connected and silent');
    super(code, message, { retryable: true });
  }
}

/** In the driver's words: no connection was to be had in time, although not all were in use. Nothing was sent. */
function isNotAcquired(error: unknown): boolean {
  const message = error instanceof Error ? error.message : '';
  const inUse = /Active conn count = (\d+)/.exec(message)?.[1];
  return inUse !== undefined && Number(inUse) < CONNECTIONS;
}

function cypherOf(transaction: ManagedTransaction): Cypher {
  return async <Row extends object>(text: string, parameters: Parameters = {}) => {
    const { records } = await transaction.run(text, parameters);
    return records.map((record) => record.toObject() as Row);
  };
}
