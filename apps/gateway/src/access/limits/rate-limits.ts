import { createHash } from 'node:crypto';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { type Caller, Counters, KnownKeys, WINDOW_S } from '@quarry/application/access';
import { CONFIG, type QuarryConfig } from '@quarry/platform';
import { Fault } from '@quarry/turn';
import type { Request } from 'express';
import { addressOf } from './address';

/** How long a valid credential is remembered, in milliseconds, and how many are. */
const GOOD_MS = 600_000;
const MOST_GOOD = 10_000;

/** Limits the requests of a key, and the failed attempts of an address. */
@Injectable()
export class RateLimits implements OnModuleDestroy {
  private readonly counters: Counters;
  private readonly good = new Map<string, number>();

  constructor(
    @Inject(CONFIG) private readonly config: QuarryConfig,
    @Inject(KnownKeys) private readonly keys: KnownKeys,
  ) {
    this.counters = new Counters(config);
  }

  /**
   * Counts a request of a key, and sets the headers with the remaining requests (draft-ietf-httpapi-ratelimit-headers).
   *
   * @throws Fault `rate_limited`
   */
  async take({ key }: Caller, { res: response }: Pick<Request, 'res'>): Promise<void> {
    if (key === null) return;
    const limit = (await this.keys.limits(key))?.requestsPerMinute ?? this.config.rateLimit;
    if (limit === 0) return;
    const { count, endsInMs } = await this.counters.add('rate', key);
    const seconds = Math.ceil(endsInMs / 1_000);
    response?.setHeader('RateLimit-Policy', `"requests";q=${limit};w=${WINDOW_S}`);
    response?.setHeader('RateLimit', `"requests";r=${Math.max(0, limit - count)};t=${seconds}`);
    if (count <= limit) return;
    response?.setHeader('Retry-After', seconds);
    throw new Fault(
      'rate_limited',
      `This key may send ${limit} requests a minute. Try again in ${seconds} s.`,
      { retryable: true },
    );
  }

  /**
   * Checks a credential, unless its address has failed too often in this minute: keys must not be guessable by brute
   * force. A recently valid credential is checked anyway, so that a stranger behind the same address cannot lock out
   * other callers.
   *
   * @throws Fault `rate_limited`
   */
  async guarded<T>(request: Request, credential: string, look: () => Promise<T | null>): Promise<T | null> {
    const digest = createHash('sha256').update(credential).digest('base64url');
    if (this.isGood(digest)) return look();
    const address = addressOf(request.ip);
    // Counted before the check, so that a thousand concurrent attempts count as a thousand.
    const { count, endsInMs } = await this.counters.add('wrong', address);
    if (count > this.config.failedAttempts) {
      const seconds = Math.ceil(endsInMs / 1_000);
      request.res?.setHeader('Retry-After', seconds);
      throw new Fault(
        'rate_limited',
        `Too many invalid credentials from this address. Try again in ${seconds} s.`,
        { retryable: true },
      );
    }
    let found: T | null;
    try {
      found = await look();
    } catch (error) {
      await this.counters.takeBack('wrong', address);
      throw error;
    }
    if (found === null) return null;
    await this.counters.takeBack('wrong', address);
    this.remember(digest);
    return found;
  }

  onModuleDestroy(): void {
    this.counters.close();
  }

  private isGood(digest: string): boolean {
    const since = this.good.get(digest);
    return since !== undefined && Date.now() - since < GOOD_MS;
  }

  private remember(digest: string): void {
    this.good.delete(digest);
    this.good.set(digest, Date.now());
    const [oldest] = this.good.keys();
    if (this.good.size > MOST_GOOD && oldest !== undefined) this.good.delete(oldest);
  }
}
