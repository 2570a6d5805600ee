import { Redis, type RedisOptions } from 'ioredis';

/** How long a server may take to answer the first words on a connection, in milliseconds. */
const FIRST_WORDS_MS = 4_000;

/**
 * A connection that is opened anew where its first words get no reply: the network may have swallowed them, and ioredis, and BullMQ with it, would wait for ever. The
 * same goes for its duplicates, of which BullMQ makes one for each worker. (ioredis' own `socketTimeout` would hold a process that has closed its connections.)
 */
export function openRedis(url: string, options: RedisOptions): Redis {
  return impatientAtFirst(new Redis(url, options));
}

function impatientAtFirst(redis: Redis): Redis {
  let timer: NodeJS.Timeout | undefined;
  redis.on('connect', () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (redis.status === 'connect') redis.disconnect(true);
    }, FIRST_WORDS_MS);
    timer.unref();
  });
  for (const event of ['ready', 'close'] as const) redis.on(event, () => clearTimeout(timer));
  redis.duplicate = (override) => impatientAtFirst(new Redis({ ...redis.options, ...override }));
  return redis;
}
