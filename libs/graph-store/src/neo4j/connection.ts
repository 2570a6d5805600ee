import neo4j, { type Driver, type ManagedTransaction, type Session } from 'neo4j-driver';
import { Fault } from '@quarry/turn';
import type { Address } from './address';
import { isLost, neo4jFault, unavailable, unreachable } from './faults';
import { ensureSchema } from './schema';

/** Milliseconds. A turn waits for a dead server once, for `retry` and a little; see `pause`. */
const LIMITS = {
  connect: 3_000,
  acquire: 5_000,
  retry: 5_000,
  ping: 5_000,
  read: 15_000,
  write: 120_000,
  /** What is left to the server after a limit, to say itself that it gave up. */
  grace: 5_000,
  /** After the server was not reached, calls fail at once for this long. */
  pause: 2_000,
} as const;

const CONNECTIONS = 50;
const OLDEST_SERVER = 5;

/** Statements of one transaction. The text is a constant; whatever varies is a parameter. */
export type Cypher = <Row extends object>(
  text: string,
  parameters?: Readonly<Record<string, unknown>>,
) => Promise<Row[]>;

/**
 * One driver, opened at the first call, and what every call needs: a managed transaction (retried for seconds where the
 * server says that this helps), limits on every wait, faults that people understand, and a circuit breaker: once the
 * server was not reached, calls fail at once for two seconds, so that a turn with ten graph steps waits for one
 * time-out and not for ten. Constraints and indexes are looked after at the first use of each connection to the server.
 */
export class Neo4jConnection {
  private driver: Driver | null = null;
  private schema: Promise<void> | null = null;
  private closed = false;
  private lost: { readonly until: number; readonly fault: unknown } | null = null;

  constructor(private readonly address: Address) {}

  async read<Result>(work: (cypher: Cypher) => Promise<Result>): Promise<Result> {
    return this.attempt(async () => {
      await this.prepare();
      return this.transaction('executeRead', LIMITS.read, work);
    });
  }

  async write<Result>(work: (cypher: Cypher) => Promise<Result>): Promise<Result> {
    return this.attempt(async () => {
      await this.prepare();
      return this.transaction('executeWrite', LIMITS.write, work);
    });
  }

  /** Asks the server now, whatever was known of it: one attempt, no retries. @throws Fault `store_unavailable` */
  async ping(): Promise<void> {
    this.lost = null;
    await this.attempt(() =>
      this.inSession(LIMITS.ping, async (session) => {
        const { summary } = await session.run('RETURN 1');
        this.checkVersion(summary.server.agent ?? '');
      }),
    );
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.drop();
  }

  private async attempt<Result>(call: () => Promise<Result>): Promise<Result> {
    if (this.closed) throw unavailable('The graph store is closed.', false);
    if (this.lost && Date.now() < this.lost.until) throw this.lost.fault;
    try {
      const result = await call();
      this.lost = null;
      return result;
    } catch (error) {
      const fault = neo4jFault(error, this.address);
      if (isLost(error) || error instanceof NoAnswer) this.pause(fault);
      throw fault;
    }
  }

  /** Remembers that the server is away. What comes back may be another one: its schema is looked at again. */
  private pause(fault: unknown): void {
    this.lost = { until: Date.now() + LIMITS.pause, fault };
    this.schema = null;
  }

  private async prepare(): Promise<void> {
    this.schema ??= this.inSession(LIMITS.write, async (session) => {
      const { summary } = await session.executeRead((tx) => tx.run('RETURN 1'));
      this.checkVersion(summary.server.agent ?? '');
      await ensureSchema(session);
    });
    const schema = this.schema;
    await schema.catch((error: unknown) => {
      if (this.schema === schema) this.schema = null;
      throw error;
    });
  }

  private async transaction<Result>(
    kind: 'executeRead' | 'executeWrite',
    timeout: number,
    work: (cypher: Cypher) => Promise<Result>,
  ): Promise<Result> {
    return this.inSession(timeout, (session) => session[kind]((tx) => work(cypherOf(tx)), { timeout }));
  }

  /** The server may hang with the connection open: then the driver would wait for ever. */
  private async inSession<Result>(
    limit: number,
    work: (session: Session) => Promise<Result>,
  ): Promise<Result> {
    const { database } = this.address;
    const session = this.opened().session(database === undefined ? {} : { database });
    const done = work(session).finally(() => session.close());
    return within(done, limit + LIMITS.retry + LIMITS.grace, () => {
      void this.drop();
      return new NoAnswer(this.address);
    });
  }

  private opened(): Driver {
    const { url, credentials } = this.address;
    this.driver ??= neo4j.driver(
      url,
      credentials && neo4j.auth.basic(credentials.user, credentials.password),
      {
        disableLosslessIntegers: true,
        connectionTimeout: LIMITS.connect,
        connectionAcquisitionTimeout: LIMITS.acquire,
        maxTransactionRetryTime: LIMITS.retry,
        maxConnectionPoolSize: CONNECTIONS,
        telemetryDisabled: true,
        userAgent: 'quarry',
      },
    );
    return this.driver;
  }

  private async drop(): Promise<void> {
    const { driver } = this;
    this.driver = null;
    await driver?.close().catch(() => undefined);
  }

  private checkVersion(agent: string): void {
    const major = Number(/^Neo4j\/(\d+)/.exec(agent)?.[1] ?? OLDEST_SERVER);
    if (major < OLDEST_SERVER)
      throw unavailable(
        `Neo4j at ${this.address.host} is ${agent}; Quarry needs Neo4j/${OLDEST_SERVER} or newer. Update the server.`,
        false,
      );
  }
}

/** Nothing came back, not even an error. */
class NoAnswer extends Fault {
  constructor(address: Address) {
    const { code, message } = unreachable(address, 'it is connected and silent');
    super(code, message, { retryable: true });
  }
}

function cypherOf(transaction: ManagedTransaction): Cypher {
  return async <Row extends object>(text: string, parameters: Readonly<Record<string, unknown>> = {}) => {
    const { records } = await transaction.run(text, parameters);
    return records.map((record) => record.toObject() as Row);
  };
}

async function within<Result>(work: Promise<Result>, limit: number, late: () => Error): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const alarm = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(late());
    }, limit);
  });
  try {
    return await Promise.race([work, alarm]);
  } finally {
    clearTimeout(timer);
  }
}
