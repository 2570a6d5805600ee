import { Fault } from '@quarry/turn';
import { setTimeout as sleep } from 'node:timers/promises';

/** Time until it gives up. Mostly, one turn at a time writes to a session. */
const PATIENCE_MS = 20_000;
const LONGEST_PAUSE_MS = 100;

/** Result of an attempt that lost to another writer and must be repeated. */
export const AGAIN = Symbol('again');

/**
 * Repeats an optimistic write until it succeeds, with growing random delays.
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
        'Too many turns are writing to one session of the history. Try again later.',
        { retryable: true },
      );
    await sleep(Math.random() * pause);
  }
}
