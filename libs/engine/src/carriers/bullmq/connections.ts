import { openRedis, redisAddress, redisFault } from '@quarry/connections/redis';
import type { Fault } from '@quarry/turn';
import type { Redis, RedisOptions } from 'ioredis';
import { TooLate, within } from '../within';

/** Setting with the server's address, for messages. */
const SETTING = 'REDIS_URL';

const COMMAND_MS = 2_000;

/** A patient connection is reopened after this silence, in milliseconds, in addition to the command's own time. */
const SILENCE_MS = 4_000;

const LASTING: RedisOptions = { lazyConnect: true, keepAlive: 10_000 };

/** The connections of one carrier, opened on first use. A lost connection is reported once and reopened. */
export class Connections {
  /** The server's address without credentials, for messages. */
  readonly where: string;
  /** Patient: waits for a server that is down. For workers, which have nothing else to do. */
  readonly ledger: Redis;
  /** Listens to the events of turns; also patient. */
  readonly hub: Redis;
  /** Listens to messages between processes; also patient. */
  readonly news: Redis;
  /**
   * Impatient: gives up after {@link COMMAND_MS} ms, or at once if the server is known to be down. For waiting callers.
   */
  private readonly hasty: Redis;
  private opening: Promise<void> | undefined;
  /** Why a connection is down. The errors of its commands say only that it is. */
  private readonly reasons = new Map<Redis, Error>();

  /** @throws Fault `setup_failed` if the URL is not a Redis URL */
  constructor(
    private readonly redisUrl: string,
    private readonly onError: (error: Error) => void,
  ) {
    this.where = redisAddress(SETTING, redisUrl);
    this.ledger = writesTogether(this.open(redisUrl, { ...LASTING, maxRetriesPerRequest: null }));
    // The hub itself listens again: its followers must know when.
    this.hub = this.open(redisUrl, { ...LASTING, maxRetriesPerRequest: null, autoResubscribe: false });
    this.news = this.open(redisUrl, { ...LASTING, maxRetriesPerRequest: null });
    this.hasty = this.open(redisUrl, {
      ...LASTING,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      connectTimeout: COMMAND_MS,
      commandTimeout: COMMAND_MS,
    });
  }

  /** Runs commands that must not hang. @throws Fault `redis_unavailable` (retryable) if the server is down */
  async door<T>(command: (redis: Redis) => Promise<T>): Promise<T> {
    try {
      return await within(
        COMMAND_MS,
        this.ready().then(() => command(this.hasty)),
      );
    } catch (error) {
      throw redisFault(this.reasons.get(this.hasty) ?? error, SETTING, this.redisUrl);
    }
  }

  /**
   * Runs a command on a patient connection and detects a dead peer: without a reply in time, the connection is reopened
   * and pending commands are sent again.
   * @param blockMs milliseconds that the server may take for the command
   * @throws TooLate
   */
  async heard<T>(redis: Redis, command: Promise<T>, blockMs = 0): Promise<T> {
    try {
      return await within(blockMs + SILENCE_MS, command);
    } catch (error) {
      if (error instanceof TooLate && isOpen(redis)) redis.disconnect(true);
      throw error;
    }
  }

  /** The fault for an error of a command on a patient connection. */
  faultOf(error: unknown): Fault {
    return redisFault(this.reasons.get(this.ledger) ?? error, SETTING, this.redisUrl);
  }

  close(): void {
    for (const redis of [this.ledger, this.hub, this.news, this.hasty]) redis.disconnect();
  }

  /** Waits for a first connection in progress. A lost connection counts as down until it is re-established. */
  private async ready(): Promise<void> {
    const redis = this.hasty;
    if (redis.status === 'wait') this.opening = redis.connect();
    if (redis.status === 'connecting' || redis.status === 'connect') await this.opening;
  }

  /** ioredis emits 'error' events that crash the process without a listener: each connection gets one at once. */
  private open(url: string, options: RedisOptions): Redis {
    const redis = openRedis(url, options);
    redis.on('error', (error: Error) => {
      if (!this.reasons.has(redis)) this.onError(redisFault(error, SETTING, this.redisUrl));
      this.reasons.set(redis, error);
    });
    redis.on('ready', () => this.reasons.delete(redis));
    return redis;
  }
}

/** Also true while the connection is open and the server has not reported that it is ready. */
function isOpen({ status }: Redis): boolean {
  return status === 'connect' || status === 'ready';
}

/**
 * Sends the commands of one turn of the event loop in one write: with many hops in flight, their commits come together,
 * and each write and each read of it by the server is a system call.
 */
function writesTogether(redis: Redis): Redis {
  const send = redis.sendCommand.bind(redis);
  let corked: Redis['stream'] | undefined;
  redis.sendCommand = (command, stream) => {
    const { stream: socket } = redis;
    if (corked !== socket && socket.writable) {
      corked = socket;
      socket.cork();
      setImmediate(() => {
        corked = undefined;
        socket.uncork();
      });
    }
    return send(command, stream);
  };
  return redis;
}
