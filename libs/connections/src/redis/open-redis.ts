import { Redis, type RedisOptions } from 'ioredis';
import { isReadOnly } from './redis-fault';

/** How long a server may take to answer the first words on a connection, in milliseconds. */
const FIRST_WORDS_MS = 4_000;

const DEFAULTS: RedisOptions = {
  // ioredis holds the process for as long, also where the socket is closed already.
  disconnectTimeout: 200,
  retryStrategy: (times) => Math.min(50 * 2 ** times, 1_000),
};

/**
 * A connection that is opened anew where its first words get no reply, or a command none within `commandTimeout`: the network may have swallowed them, and may go on
 * to; ioredis, and BullMQ with it, would wait for ever. The same goes for its duplicates, of which BullMQ makes one for each worker. (ioredis' own `socketTimeout`
 * would hold a process that has closed its connections.) So is one whose server takes no writes any more, as it has become a replica.
 */
export function openRedis(url: string, options: RedisOptions): Redis {
  return impatient(new Redis(url, { ...DEFAULTS, ...options }));
}

function impatient(redis: Redis): Redis {
  impatientAtFirst(redis);
  const openAnew = opener(redis);
  if (redis.options.commandTimeout !== undefined) impatientOfSilence(redis, openAnew);
  // After a fail-over the address is the new primary's, and connections that are open still lead to the old one.
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

/** Ends a connection for another one: once, where each of a hundred commands says that it must be. */
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

/** Whoever is silent for so long may never speak again: the next command is to find another connection. */
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
