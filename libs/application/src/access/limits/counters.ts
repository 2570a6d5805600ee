import type { QuarryConfig } from '@quarry/platform';
import type { Redis } from 'ioredis';
import {
  RateLimiterMemory,
  RateLimiterRedis,
  type RateLimiterAbstract,
  type RateLimiterRes,
} from 'rate-limiter-flexible';
import { connectLimits } from './redis';

/** Seconds that a window of counting lasts. */
export const WINDOW_S = 60;

/** Counted without end here: who may do how much is not the counter's matter. */
const POINTS = Number.MAX_SAFE_INTEGER;

/** What was counted in the present window, and when it ends, in milliseconds from now. */
export interface Counted {
  readonly count: number;
  readonly endsInMs: number;
}

/**
 * Counts by name in windows of a minute: over Redis where the carrier is there, so that all gateways count together, else in this process. While Redis is
 * away each gateway counts by itself, which is better than not at all.
 */
export class Counters {
  private readonly redis: Redis | null;
  private readonly kinds = new Map<string, RateLimiterAbstract>();

  constructor(private readonly config: Pick<QuarryConfig, 'carrier' | 'redisUrl' | 'redisPrefix'>) {
    this.redis = config.carrier === 'bullmq' ? connectLimits(config, false) : null;
  }

  /** One more of this kind and name. */
  async add(kind: string, name: string): Promise<Counted> {
    return counted(await this.of(kind).consume(name));
  }

  /** One less: what was counted turned out not to count. */
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
