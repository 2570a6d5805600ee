import type { QuarryConfig } from '@quarry/platform';
import { redisAddress } from '@quarry/redis';
import { Redis } from 'ioredis';

const COMMAND_MS = 500;

/**
 * A connection for limits: a command that Redis does not answer within half a second fails.
 * @param waits may a command wait for the connection, as long as that? Without, it fails at once where there is none.
 */
export function connectLimits({ redisUrl }: Pick<QuarryConfig, 'redisUrl'>, waits: boolean): Redis {
  redisAddress('REDIS_URL', redisUrl);
  const redis = new Redis(redisUrl, {
    connectTimeout: COMMAND_MS,
    commandTimeout: COMMAND_MS,
    // A connection that went silent is opened anew.
    socketTimeout: 2 * COMMAND_MS,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: waits,
    retryStrategy: (times) => Math.min(50 * 2 ** times, 1_000),
  });
  // ioredis throws 'error' events that nobody listens to; the carrier says what is wrong with Redis.
  redis.on('error', () => undefined);
  return redis;
}
