import { Redis, type RedisOptions } from 'ioredis';
import { isReadOnly } from './redis-fault';

/** Time limit for the first reply on a connection, in milliseconds. */
const FIRST_WORDS_MS = 4_000;

const DEFAULTS: RedisOptions = {
  // ioredis keeps the process alive for this time, even if the socket is closed.
  disconnectTimeout: 200,
  retryStrategy: (times) => Math.min(50 * 2 ** times, 1_000),
};

/**
 * Opens a connection that reconnects if its first command or, within `commandTimeout`, a later one gets no reply. A
 * network can drop packets silently; ioredis, and thus BullMQ, would wait forever. The same applies to
 * duplicates; BullMQ creates one per worker. (`socketTimeout` of ioredis would keep a closed process alive.) Also
 * reconnects if the server has become a replica and rejects writes.
 */
export function openRedis(url: string, options: RedisOptions): Redis {
  return impatient(new Redis(url, { ...DEFAULTS, ...options }));
}

function impatient(redis: Redis): Redis {
  impatientAtFirst(redis);
  const openAnew = opener(redis);
  if (redis.options.commandTimeout !== undefined) impatientOfSilence(redis, openAnew);
  // After a failover, the address is that of the new primary, but open connections still lead to the old one.
  redis.options.reconnectOnError = (error) => {
    if (isReadOnly(error)) openAnew();
    return false;
  };
  redis.duplicate = (override) => impatient(new Redis({ ...redis.options, ...override }));
  return redis;
}

function impatientAtFirst(redis: Redis): void {
  let timer: NodeJS.Timeout | undefined;
  redis.on('connect', () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (redis.status === 'connect') redis.disconnect(true);
    }, FIRST_WORDS_MS);
    timer.unref();
  });
  for (const event of ['ready', 'close'] as const) redis.on(event, () => clearTimeout(timer));
}

/** Replaces a connection, once, even if many commands request it. */
function opener(redis: Redis): () => void {
  let isEnding = false;
  redis.on('close', () => {
    isEnding = false;
  });
  return () => {
    if (isEnding || redis.status !== 'ready') return;
    isEnding = true;
    redis.disconnect(true);
  };
}

/** A server that is silent for so long may never reply, so the next command uses a new connection. */
function impatientOfSilence(redis: Redis, openAnew: () => void): void {
  const send = redis.sendCommand.bind(redis);
  redis.sendCommand = (command, stream) => {
    const reply = send(command, stream);
    command.promise.catch((error: unknown) => {
      if (error instanceof Error && error.message === 'Command timed out') openAnew();
    });
    return reply;
  };
}
