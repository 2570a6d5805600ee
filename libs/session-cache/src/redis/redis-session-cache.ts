import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { openRedis, redisAddress, redisFault } from '@quarry/connections/redis';
import { Fault, type Clock } from '@quarry/turn';
import type { Redis } from 'ioredis';
import { mergeSession } from '../merge';
import type {
  CachedSession,
  Finds,
  RecallTerms,
  RememberTerms,
  SessionCache,
  SessionCacheOptions,
  SessionKey,
} from '../port';
import { presentSession, readBody, stampOf, writeBody } from '../state';
import { FORGET, RECALL, STORE } from './scripts';

/** Hash tag of the keys: the carrier's, so that both are on one node of a cluster. */
const PREFIX = 'quarry:0';

/** Setting with the server's address, for messages. */
const SETTING = 'SESSION_CACHE_URL';

const COMMAND_MS = 2_000;
const MINUTE_MS = 60_000;

/** Retries after concurrent writes to one session. A session has few concurrent turns. */
const MOST_TRIES = 50;

/** Sessions of all processes of all machines in one Redis. Redis expires the keys, too. */
export class RedisSessionCache implements SessionCache {
  private readonly redis: Redis;
  private readonly where: string;
  private readonly clock: Clock;
  private readonly perTenant: number;
  private readonly base: string;
  private closed = false;
  /** Why the connection is down. The errors of its commands only say that it is. */
  private reason: Error | undefined;

  /** @throws Fault `setup_failed` for a URL that is not a Redis URL */
  constructor(
    private readonly url: string,
    options: SessionCacheOptions,
  ) {
    this.where = redisAddress(SETTING, url);
    this.clock = options.clock ?? Date;
    this.base = `{${options.prefix ?? PREFIX}}`;
    this.perTenant = options.maxSessionsPerTenant ?? 200;
    this.redis = openRedis(url, {
      lazyConnect: true,
      keepAlive: 10_000,
      connectTimeout: COMMAND_MS,
      commandTimeout: COMMAND_MS,
      maxRetriesPerRequest: 0,
    });
    // ioredis throws 'error' events without a listener.
    this.redis.on('error', (error: Error) => (this.reason = error));
    this.redis.on('ready', () => (this.reason = undefined));
  }

  async recall(key: SessionKey, terms: RecallTerms): Promise<CachedSession | null> {
    if (terms.ttlMinutes === 0) return null;
    const now = this.clock.now();
    const ttl = terms.ttlMinutes * MINUTE_MS;
    const body = await this.run((redis) =>
      redis.eval(RECALL, 2, ...this.keysOf(key), now, stampOf(terms.index), ttl),
    );
    if (typeof body !== 'string') return null;
    const state = readBody(body, { lastAccessed: now, expiresAt: now + ttl });
    return state && presentSession(state);
  }

  async remember(key: SessionKey, finds: Finds, terms: RememberTerms): Promise<void> {
    if (terms.ttlMinutes === 0 || terms.maxNodes === 0) return;
    for (let tries = 1; tries <= MOST_TRIES; tries++) {
      if (await this.tryRemember(key, finds, terms)) return;
      await sleep(Math.random() * 5 * tries);
    }
    throw new Fault(
      'redis_unavailable',
      `Session '${key.session.slice(0, 100)}' is being written by too many turns at once. Try again.`,
      { retryable: true },
    );
  }

  async forget(key: SessionKey): Promise<boolean> {
    const expiresAt = await this.run((redis) => redis.eval(FORGET, 2, ...this.keysOf(key)));
    return Number(expiresAt ?? 0) > this.clock.now();
  }

  async close(): Promise<void> {
    this.closed = true;
    this.redis.disconnect();
  }

  /**
   * One optimistic write: merges here, as for every adapter, and stores the result unless another writer was faster.
   */
  private async tryRemember(key: SessionKey, finds: Finds, terms: RememberTerms): Promise<boolean> {
    const now = this.clock.now();
    const names = this.keysOf(key);
    const [version, body, at, exp] = await this.run((redis) =>
      redis.hmget(names[0], 'v', 'body', 'at', 'exp'),
    );
    const known =
      typeof body === 'string' ? readBody(body, { lastAccessed: Number(at), expiresAt: Number(exp) }) : null;
    const state = mergeSession(known, finds, terms, now);
    const stored = await this.run((redis) =>
      redis.eval(
        STORE,
        2,
        ...names,
        version ?? '',
        randomUUID(),
        writeBody(state),
        stampOf(state.index),
        now,
        state.expiresAt,
        terms.ttlMinutes * MINUTE_MS,
        this.perTenant,
      ),
    );
    return stored === 1;
  }

  private keysOf({ tenant, session }: SessionKey): [string, string] {
    return [`${this.base}:session:${digest([tenant, session])}`, `${this.base}:sessions:${digest([tenant])}`];
  }

  /** @throws Fault `redis_unavailable` (retryable), `store_unavailable` after `close`. */
  private async run<Result>(command: (redis: Redis) => Promise<Result>): Promise<Result> {
    if (this.closed)
      throw new Fault(
        'store_unavailable',
        `The session cache at ${this.where} was used after it was closed.`,
      );
    try {
      return await command(this.redis);
    } catch (error) {
      throw redisFault(this.reason ?? error, SETTING, this.url);
    }
  }
}

/** Encodes an external name as one part of a key, for any characters. */
function digest(names: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(names)).digest('base64url');
}
