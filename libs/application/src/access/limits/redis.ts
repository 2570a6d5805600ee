import type { QuarryConfig } from '@quarry/platform';
import { openRedis, redisAddress } from '@quarry/connections/redis';
import type { Redis } from 'ioredis';

const COMMAND_MS = 500;

/**
 * Opens a connection for limits. A command that Redis does not answer within half a second fails, and the client
 * reconnects, because the network may have dropped the connection.
 * @param waits whether a command waits up to half a second for the connection; otherwise it fails immediately without
 * one
 * @throws Fault `setup_failed` if the URL is not a Redis URL
 */
export function connectLimits({ redisUrl }: Pick<QuarryConfig, 'redisUrl'>, waits: boolean): Redis {
  redisAddress('REDIS_URL', redisUrl);
  const redis = openRedis(redisUrl, {
    connectTimeout: COMMAND_MS,
    commandTimeout: COMMAND_MS,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: waits,
  });
  // ioredis throws 'error' events without a listener. The carrier reports problems with Redis.
  redis.on('error', () => undefined);
  return redis;
}
