import { Fault } from '@quarry/turn';
import { Redis, type RedisOptions } from 'ioredis';
import { redisFault } from './redis-fault';

const COMMAND_MS = 2_000;

const RETRY: RedisOptions = {
  lazyConnect: true,
  keepAlive: 10_000,
  retryStrategy: (times) => Math.min(50 * 2 ** times, 1_000),
};

/** The connections of one carrier, opened when first used. A lost connection is reported once and opened again. */
export class Connections {
  /** The server's address without credentials, for messages. */
  readonly where: string;
  /** Patient: waits for a server that is away. For workers, which have nothing better to do. */
  readonly ledger: Redis;
  /** Blocks in XREAD; patient, too. */
  readonly hub: Redis;
  /** Hasty: gives up after {@link COMMAND_MS} ms or as soon as the server is known to be away. For callers who wait. */
  private readonly hasty: Redis;

  /** @throws Fault `setup_failed` where the URL is none of Redis. */
  constructor(
    redisUrl: string,
    private readonly onError: (error: Error) => void,
  ) {
    this.where = addressOf(redisUrl);
    this.ledger = this.open(redisUrl, { ...RETRY, maxRetriesPerRequest: null });
    this.hub = this.open(redisUrl, { ...RETRY, maxRetriesPerRequest: null });
    this.hasty = this.open(redisUrl, {
      ...RETRY,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      commandTimeout: COMMAND_MS,
      connectTimeout: COMMAND_MS,
    });
  }

  /** Runs commands that must not hang. @throws Fault `redis_unavailable` (retryable) where the server is away. */
  async door<T>(command: (redis: Redis) => Promise<T>): Promise<T> {
    try {
      await ready(this.hasty);
      return await command(this.hasty);
    } catch (error) {
      throw redisFault(error, this.where);
    }
  }

  close(): void {
    for (const redis of [this.ledger, this.hub, this.hasty]) redis.disconnect();
  }

  /** ioredis throws 'error' events that nobody listens to: each connection gets a listener at once. */
  private open(url: string, options: RedisOptions): Redis {
    const redis = new Redis(url, options);
    let reported = false;
    redis.on('error', (error: Error) => {
      if (!reported) this.onError(redisFault(error, this.where));
      reported = true;
    });
    redis.on('ready', () => {
      reported = false;
    });
    return redis;
  }
}

/** Waits for a first connection that is under way; a connection that was lost counts as away until it is back. */
async function ready(redis: Redis): Promise<void> {
  if (redis.status === 'ready' || redis.status === 'reconnecting' || redis.status === 'end') return;
  if (redis.status === 'wait') return redis.connect();
  await new Promise<void>((resolve, reject) => {
    const settle = (error?: Error): void => {
      clearTimeout(timer);
      redis.off('ready', settle).off('error', settle).off('close', settle);
      if (error) reject(error);
      else resolve();
    };
    const timer = setTimeout(() => settle(new Error('no connection in time')), COMMAND_MS);
    redis.once('ready', settle).once('error', settle).once('close', settle);
  });
}

function addressOf(redisUrl: string): string {
  const url = URL.parse(redisUrl);
  if (!url || !/^rediss?:$/.test(url.protocol) || url.hostname === '') {
    throw new Fault(
      'setup_failed',
      'REDIS_URL must look like redis://host:6379 or rediss://user:password@host:6379 (the value is not shown here).',
    );
  }
  return `${url.hostname}:${url.port || '6379'}`;
}
