import type { QuarryConfig } from '@quarry/platform';
import type { Redis } from 'ioredis';
import {
  RateLimiterMemory,
  RateLimiterRedis,
  type RateLimiterAbstract,
  type RateLimiterRes,
} from 'rate-limiter-flexible';
import { connectLimits } from './redis';

/** Length of a counting window in seconds. */
export const WINDOW_S = 60;

/** No limit: callers of the counter enforce their own. */
const POINTS = Number.MAX_SAFE_INTEGER;

/** The count in the current window, and the milliseconds until the window ends. */
export interface Counted {
  readonly count: number;
  readonly endsInMs: number;
}

/**
 * Counts by name in windows of a minute: in Redis if the carrier uses it, so that all gateways share the counts,
 * otherwise in this process. During a Redis outage each gateway counts for itself.
 */
export class Counters {
  private readonly redis: Redis | null;
  private readonly kinds = new Map<string, RateLimiterAbstract>();

  constructor(private readonly config: Pick<QuarryConfig, 'carrier' | 'redisUrl' | 'redisPrefix'>) {
    this.redis = config.carrier === 'bullmq' ? connectLimits(config, false) : null;
  }

  /** Adds one to the count of this kind and name. */
  async add(kind: string, name: string): Promise<Counted> {
    return counted(await this.of(kind).consume(name));
  }

  /** Subtracts one from the count, to undo an {@link add} that should not count. */
  async takeBack(kind: string, name: string): Promise<void> {
    await this.of(kind).reward(name);
  }

  close(): void {
    this.redis?.disconnect();
  }

  private of(kind: string): RateLimiterAbstract {
    const known = this.kinds.get(kind);
    if (known) return known;
    const keyPrefix = `{${this.config.redisPrefix}}:${kind}`;
    const memory = new RateLimiterMemory({ keyPrefix, points: POINTS, duration: WINDOW_S });
    const made = this.redis
      ? new RateLimiterRedis({
          storeClient: this.redis,
          keyPrefix,
          points: POINTS,
          duration: WINDOW_S,
          insuranceLimiter: memory,
          rejectIfRedisNotReady: true,
        })
      : memory;
    this.kinds.set(kind, made);
    return made;
  }
}

function counted({ consumedPoints, msBeforeNext }: RateLimiterRes): Counted {
  return { count: consumedPoints, endsInMs: Math.max(0, msBeforeNext) };
}
