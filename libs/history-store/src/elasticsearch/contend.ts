import { Fault } from '@quarry/turn';
import { setTimeout as sleep } from 'node:timers/promises';

/** Until it is given up. A session is written by one turn at a time, mostly. */
const PATIENCE_MS = 20_000;
const LONGEST_PAUSE_MS = 100;

/** What an attempt gives where another writer was faster and it is to be made again. */
export const AGAIN = Symbol('again');

/**
 * Makes an optimistic write until it is not overtaken, with pauses of random length that grow.
 * @throws Fault `store_unavailable` (retryable) after 20 s
 */
export async function contend<Result>(attempt: () => Promise<Result | typeof AGAIN>): Promise<Result> {
  const end = Date.now() + PATIENCE_MS;
  for (let pause = 2; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    const result = await attempt();
    if (result !== AGAIN) return result;
    if (Date.now() > end)
      throw new Fault(
        'store_unavailable',
        'Too many turns write to one session of the history at the same time. Try again later.',
        { retryable: true },
      );
    await sleep(Math.random() * pause);
  }
}
