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

/** Parameters of a statement. */
export type Parameters = Readonly<Record<string, unknown>>;

/** Statements of one transaction. The text is constant; everything variable is a parameter. */
export type Cypher = <Row extends object>(text: string, parameters?: Parameters) => Promise<Row[]>;

/**
 * One driver, opened by the first call, and what every call needs: a managed transaction (retried for seconds if the
 * server recommends it), limits on every wait, readable faults, and a circuit breaker: if the server is unreachable,
 * calls fail immediately for two seconds, so that a turn with ten graph steps waits for one timeout and not for ten.
 * Dropped connections in the pool cost no call: if they are silent, all are closed and the call is repeated once, on a
 * fresh one. Constraints and indexes are verified on first use, and again after an outage.
 */
export class Neo4jConnection {
  private driver: Driver | null = null;
  private sockets = new Sockets();
  private schema: Promise<void> | null = null;
  private closed = false;
  private lost: { readonly until: number; readonly fault: unknown } | null = null;

  constructor(private readonly address: Address) {}

  /** Rows of one read-only statement. */
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

  /** A write transaction. `work` may run several times, because the transaction is retried. */
  async write<Result>(work: (cypher: Cypher) => Promise<Result>): Promise<Result> {
    return this.attempt(async () => {
      await this.prepare();
      return this.inSession(LIMITS.write + LIMITS.retry, (session) =>
        session.executeWrite((transaction) => work(cypherOf(transaction)), { timeout: LIMITS.write }),
      );
    }, 'writes');
  }

  /** Checks the server now, regardless of the circuit breaker. @throws Fault `store_unavailable` */
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

  /**
   * Repeats a call once on fresh connections if those of the pool were silent; a driver that was opened for the call
   * has no others.
   */
  private async tried<Result>(call: () => Promise<Result>, kind: 'reads' | 'writes'): Promise<Result> {
    const { driver } = this;
    try {
      return await this.sockets.during(call);
    } catch (error) {
      // An earlier caller that found the driver silent has closed the connection of this call.
      const isClosed = isLost(error) && driver !== this.driver;
      const mayRepeat = isNotAcquired(error) || (kind === 'reads' && (isClosed || error instanceof NoAnswer));
      if (driver === null || !mayRepeat) throw error;
      void this.drop(driver);
      return this.sockets.during(call);
    }
  }

  /** Records that the server is unavailable. Its successor may be another server: the schema is verified again. */
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

  /** One attempt, without retries: whether the server responds, and whether its version is supported. */
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

  /** The server may hang with the connection open: then the driver would wait forever. */
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

  /** Of the callers that found the same driver silent, the first one closes it. */
  private async drop(driver: Driver | null): Promise<void> {
    if (driver !== this.driver) return;
    const { sockets } = this;
    this.driver = null;
    this.sockets = new Sockets();
    await driver?.close().catch(() => undefined);
    sockets.destroy();
  }
}

/** No response arrived, not even an error. */
class NoAnswer extends Fault {
  constructor(address: Address) {
    const { code, message } = unreachable(address, 'it accepts connections but sends nothing');
    super(code, message, { retryable: true });
  }
}

/** The driver's message: no connection was available in time, although not all were in use. Nothing was sent. */
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
