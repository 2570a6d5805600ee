import { openRedis, redisAddress, redisFault } from '@quarry/connections/redis';
import type { Fault } from '@quarry/turn';
import type { Redis, RedisOptions } from 'ioredis';
import { TooLate, within } from '../within';

/** Setting that the server's address comes from, for messages. */
const SETTING = 'REDIS_URL';

const COMMAND_MS = 2_000;

/** A patient connection that owes a reply and was silent for so long beyond the time that the command itself takes is opened anew, in milliseconds. */
const SILENCE_MS = 4_000;

const LASTING: RedisOptions = { lazyConnect: true, keepAlive: 10_000 };

/** The connections of one carrier, opened when first used. A lost connection is reported once and opened again. */
export class Connections {
  /** The server's address without credentials, for messages. */
  readonly where: string;
  /** Patient: waits for a server that is away. For workers, which have nothing better to do. */
  readonly ledger: Redis;
  /** Blocks in XREAD; patient, too. */
  readonly hub: Redis;
  /** Listens to what processes tell each other; patient, too. */
  readonly news: Redis;
  /** Hasty: gives up after {@link COMMAND_MS} ms or as soon as the server is known to be away. For callers who wait. */
  private readonly hasty: Redis;
  private opening: Promise<void> | undefined;
  /** Why a connection is down; the errors of its commands say only that it is. */
  private readonly reasons = new Map<Redis, Error>();

  /** @throws Fault `setup_failed` where the URL is none of Redis. */
  constructor(
    private readonly redisUrl: string,
    private readonly onError: (error: Error) => void,
  ) {
    this.where = redisAddress(SETTING, redisUrl);
    this.ledger = this.open(redisUrl, { ...LASTING, maxRetriesPerRequest: null });
    this.hub = this.open(redisUrl, { ...LASTING, maxRetriesPerRequest: null });
    this.news = this.open(redisUrl, { ...LASTING, maxRetriesPerRequest: null });
    this.hasty = this.open(redisUrl, {
      ...LASTING,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      connectTimeout: COMMAND_MS,
      commandTimeout: COMMAND_MS,
    });
  }

  /** Runs commands that must not hang. @throws Fault `redis_unavailable` (retryable) where the server is away. */
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
   * Runs a command on a patient connection by which one sees whether anybody is there: where no reply comes, the connection is opened anew, and
   * what waits on it is sent again.
   * @param blockMs how long the server may take for it. @throws TooLate
   */
  async heard<T>(redis: Redis, command: Promise<T>, blockMs = 0): Promise<T> {
    try {
      return await within(blockMs + SILENCE_MS, command);
    } catch (error) {
      if (error instanceof TooLate && isOpen(redis)) redis.disconnect(true);
      throw error;
    }
  }

  /** What an error of a patient connection's command means. */
  faultOf(error: unknown): Fault {
    return redisFault(this.reasons.get(this.ledger) ?? error, SETTING, this.redisUrl);
  }

  close(): void {
    for (const redis of [this.ledger, this.hub, this.news, this.hasty]) redis.disconnect();
  }

  /** Waits for a first connection that is under way; a connection that was lost counts as away until it is back. */
  private async ready(): Promise<void> {
    const redis = this.hasty;
    if (redis.status === 'wait') this.opening = redis.connect();
    if (redis.status === 'connecting' || redis.status === 'connect') await this.opening;
  }

  /** ioredis throws 'error' events that nobody listens to: each connection gets a listener at once. */
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

/** True also where the connection is there, and the server has not yet said that it is ready. */
function isOpen({ status }: Redis): boolean {
  return status === 'connect' || status === 'ready';
}
