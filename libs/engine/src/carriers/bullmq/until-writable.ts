import { setTimeout as sleep } from 'node:timers/promises';
import { takesNoWrites } from '@quarry/redis';

/** Pauses between tries, in milliseconds: the first, doubled up to the longest. */
const PAUSE = { first: 50, longest: 500 } as const;

/**
 * Does what writes to Redis, again and again while the server is there and takes no writes: at its memory limit, its disk full, loading its file. What a hop has done would
 * be done again otherwise, with its model calls, and its attempts be used up.
 * @throws whatever else `write` throws, and that, too, after `forMs` milliseconds
 */
export async function untilWritable<T>(write: () => Promise<T>, forMs: number): Promise<T> {
  const until = performance.now() + forMs;
  for (let ms: number = PAUSE.first; ; ms = Math.min(PAUSE.longest, 2 * ms)) {
    try {
      return await write();
    } catch (error) {
      if (!takesNoWrites(error) || performance.now() + ms > until) throw error;
      await sleep(ms);
    }
  }
}
