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
    disconnectTimeout: 200,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: waits,
    retryStrategy: (times) => Math.min(50 * 2 ** times, 1_000),
  });
  // Of what a library sends nobody else sees how it ends.
  const send = redis.sendCommand.bind(redis);
  redis.sendCommand = (command, stream) => {
    const reply = send(command, stream);
    command.promise.catch((error: unknown) => {
      const silent = error instanceof Error && error.message === 'Command timed out';
      if (silent && redis.status === 'ready') redis.disconnect(true);
    });
    return reply;
  };
  // ioredis throws 'error' events that nobody listens to; the carrier says what is wrong with Redis.
  redis.on('error', () => undefined);
  return redis;
}
