import { setTimeout as sleep } from 'node:timers/promises';
import { remainedUnavailable, waitForStores, type WaitOptions } from '@quarry/platform';
import { mayPass } from '@quarry/connections/redis';
import { Fault, toFault } from '@quarry/turn';
import { SERVICES } from './services';
import { begin, type Running, type StartOptions } from './start';

/** Milliseconds between a failed start and the next try. */
const AGAIN_MS = 1_000;

export interface PatienceOptions extends WaitOptions {
  /** Reports the warnings of Redis once it responds, before the services start. */
  readonly found: (warnings: readonly string[]) => void;
}

/**
 * Starts services once Redis and their stores respond. If a store fails during the start, the services started so far
 * are closed, and the start is retried for up to `seconds`.
 * @param options the caller closes the platform
 * @returns null if the signal fired first
 * @throws Fault of the server that stays unavailable, or at once if waiting cannot help
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
      if (waited >= seconds) throw remainedUnavailable(fault, waited);
      say(`the start failed and is retried (${waited} of ${seconds} s): ${fault.message}`);
    }
    await sleep(AGAIN_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** The services with these names; all services without names. */
function chosen(names: readonly string[] = []): typeof SERVICES {
  return SERVICES.filter(({ name }) => names.length === 0 || names.includes(name));
}

/** Null as soon as the signal fires; services that have started by then, or start later, are closed. */
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

/** Wraps errors that come straight from a socket, because they do not name a server. */
function startFault(error: unknown): Fault {
  const fault = toFault(error);
  if (fault.retryable || !mayPass(error)) return fault;
  const message = `A server closed or refused a connection while the services started (${fault.message}).`;
  return new Fault('store_unavailable', message, { retryable: true, cause: error });
}
