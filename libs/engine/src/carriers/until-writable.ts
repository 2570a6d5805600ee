import { setTimeout as sleep } from 'node:timers/promises';

/** Pauses between attempts, in milliseconds: the first, doubled up to the longest. */
const PAUSE = { first: 50, longest: 500 } as const;

/**
 * Repeats a write while its store temporarily accepts none: at its memory limit, with a full disk, or while it loads
 * its file. Otherwise, the hop would be repeated with its model calls, and its attempts would be used up.
 * @param mayPass true for an error of a store that may accept writes later
 * @throws any other error of `write`, and after `forMs` milliseconds also these
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
