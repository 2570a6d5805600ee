import type { QuarryConfig } from '@quarry/platform';
import { openRedis, redisAddress } from '@quarry/redis';
import type { Redis } from 'ioredis';

const COMMAND_MS = 500;

/**
 * A connection for limits: a command that Redis does not answer within half a second fails, and the connection is opened anew, for the network may have forgotten it.
 * @param waits may a command wait for the connection, as long as that? Without, it fails at once where there is none.
 * @throws Fault `setup_failed` where the URL is none of Redis
 */
export function connectLimits({ redisUrl }: Pick<QuarryConfig, 'redisUrl'>, waits: boolean): Redis {
  redisAddress('REDIS_URL', redisUrl);
  const redis = openRedis(redisUrl, {
    connectTimeout: COMMAND_MS,
    commandTimeout: COMMAND_MS,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: waits,
  });
  // ioredis throws 'error' events that nobody listens to; the carrier says what is wrong with Redis.
  redis.on('error', () => undefined);
  return redis;
}
