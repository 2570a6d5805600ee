import { setTimeout as sleep } from 'node:timers/promises';

/** Pauses between tries, in milliseconds: the first, doubled up to the longest. */
const PAUSE = { first: 50, longest: 500 } as const;

/**
 * Does what writes to a store, again and again while that takes no writes for now: at its memory limit, its disk full, loading its file. What a hop has done would
 * be done again otherwise, with its model calls, and its attempts be used up.
 * @param mayPass true for an error of a store that may take writes later
 * @throws whatever else `write` throws, and that, too, after `forMs` milliseconds
 */
export async function untilWritable<T>(
  write: () => Promise<T>,
  mayPass: (error: unknown) => boolean,
  forMs: number,
): Promise<T> {
  const until = performance.now() + forMs;
  for (let ms: number = PAUSE.first; ; ms = Math.min(PAUSE.longest, 2 * ms)) {
    try {
      return await write();
    } catch (error) {
      if (!mayPass(error) || performance.now() + ms > until) throw error;
      await sleep(ms);
    }
  }
}
