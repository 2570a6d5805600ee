import { Fault } from '@quarry/turn';
import type { Connections } from './connections';
import { memoryRatioOf } from './redis-gauges';
import { infoFields } from './redis-info';

/** From this share of `maxmemory` on no new turn is taken: what is left is for those that run. */
export const FULL_FROM = 0.7;

/** How long an answer of the server counts, in milliseconds. */
const FRESH_MS = 500;

/** Keeps new turns out while Redis has little memory left, so that it never refuses the writes of running ones. */
export class MemoryGuard {
  private asked: { readonly at: number; readonly ratio: Promise<number | null> } | undefined;

  constructor(private readonly connections: Connections) {}

  /** @throws Fault `redis_unavailable` (retryable) where a new turn is to wait, or where the server cannot be reached. */
  async admit(): Promise<void> {
    const ratio = await this.ratio();
    if (ratio === null || ratio < FULL_FROM) return;
    throw new Fault(
      'redis_unavailable',
      `Redis at ${this.connections.where} uses ${Math.floor(ratio * 100)} % of its maxmemory: what is left is for turns that run. ` +
        'Try again when some of them have ended, or raise maxmemory.',
      { retryable: true },
    );
  }

  private ratio(): Promise<number | null> {
    const now = performance.now();
    if (this.asked === undefined || now - this.asked.at > FRESH_MS) {
      const ratio = this.connections.door(async (redis) =>
        memoryRatioOf(infoFields(await redis.info('memory'))),
      );
      this.asked = { at: now, ratio };
      // A failure is not remembered: the server may be there at the next question.
      ratio.catch(() => (this.asked = undefined));
    }
    return this.asked.ratio;
  }
}
