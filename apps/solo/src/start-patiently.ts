import { setTimeout as sleep } from 'node:timers/promises';
import { stayedAway, waitForStores, type WaitOptions } from '@quarry/platform';
import { mayPass } from '@quarry/redis';
import { Fault, toFault } from '@quarry/turn';
import { SERVICES } from './services';
import { begin, type Running, type StartOptions } from './start';

/** Milliseconds between a start that failed and the next one. */
const AGAIN_MS = 1_000;

export interface PatienceOptions extends WaitOptions {
  /** Reports what Redis warns of, once it answers, before the services start. */
  readonly found: (warnings: readonly string[]) => void;
}

/**
 * Starts services once Redis and their stores answer. A store that answers may fail the next moment, in the middle of the start: then what was started is closed,
 * and all of it begins again, as long as `seconds` last.
 * @param options the platform is the caller's to close
 * @returns null where the signal fired first
 * @throws Fault of what stays away, or at once where waiting cannot mend it
 */
export async function startPatiently(
  options: StartOptions,
  { found, ...wait }: PatienceOptions,
): Promise<Running | null> {
  const { seconds, signal, say } = wait;
  const since = performance.now();
  for (;;) {
    const warnings = await waitForStores(options.platform, chosen(options.services), { ...wait, since });
    if (signal.aborted) return null;
    found(warnings);
    try {
      return await unlessAborted(begin(options), signal);
    } catch (error) {
      const fault = startFault(error);
      if (!fault.retryable) throw fault;
      const waited = Math.round((performance.now() - since) / 1_000);
      if (waited >= seconds) throw stayedAway(fault, waited);
      say(`the start failed and is tried again (${waited} of ${seconds} s): ${fault.message}`);
    }
    await sleep(AGAIN_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** The services of these names; all where there are none. */
function chosen(names: readonly string[] = []): typeof SERVICES {
  return SERVICES.filter(({ name }) => names.length === 0 || names.includes(name));
}

/** Null as soon as the signal fires; what has started by then, or starts later, is closed. */
async function unlessAborted(starting: Promise<Running>, signal: AbortSignal): Promise<Running | null> {
  let stop = (): void => undefined;
  const stopped = new Promise<null>((resolve) => {
    stop = () => resolve(null);
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    const running = signal.aborted ? null : await Promise.race([starting, stopped]);
    if (running === null)
      void starting.then(
        (late) => late.close(),
        () => undefined,
      );
    return running;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** What passes through a start as it came from a socket says nothing of Redis. */
function startFault(error: unknown): Fault {
  const fault = toFault(error);
  if (fault.retryable || !mayPass(error)) return fault;
  const message = `A server that the services work on broke off, or refused, while they started (${fault.message}).`;
  return new Fault('store_unavailable', message, { retryable: true, cause: error });
}
