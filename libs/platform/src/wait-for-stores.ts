import { setTimeout as sleep } from 'node:timers/promises';
import { Fault, toFault, trimEndOf, type StoreName } from '@quarry/turn';
import { storesOf, type AskedPlatform, type Services } from './readiness';

/** Milliseconds between two checks of an unavailable store, and between two lines that report it. */
const LOOK_EVERY_MS = 1_000;
const SAY_EVERY_MS = 10_000;

export interface WaitOptions {
  /** How long to wait; 0: check every store once. */
  readonly seconds: number;
  /** Start of the wait, by `performance.now()`; default: now. */
  readonly since?: number;
  /** Ends the wait at once, without a fault. */
  readonly signal: AbortSignal;
  /** Receives lines that name the awaited stores. */
  readonly say: (line: string) => void;
}

interface Awaited {
  /** Display name, e.g. `the code graph`. */
  readonly name: string;
  readonly required: boolean;
  readonly look: () => Promise<unknown>;
}

const NAMES: Readonly<Record<StoreName, string>> = {
  search: 'the search index',
  graph: 'the code graph',
  history: 'the history',
  sessions: 'the cache of sessions',
};

/**
 * Waits until the carrier and every store of these services are available. Continues without an optional store that
 * remains unavailable.
 * @returns warnings of the carrier
 * @throws Fault of the carrier or of a required store that remains unavailable; at once if waiting cannot help
 */
export async function waitForStores(
  platform: AskedPlatform,
  services: Services,
  options: WaitOptions,
): Promise<readonly string[]> {
  let warnings: readonly string[] = [];
  const carrier = {
    name: platform.carrier.kind === 'bullmq' ? 'Redis' : 'the data folder',
    required: true,
    look: async () => (warnings = await platform.carrier.check()),
  };
  const stores = storesOf(platform, services).map(({ name, required, ping }) => ({
    name: NAMES[name],
    required,
    look: ping,
  }));
  // An unavailable one ends the wait for the others.
  const over = new AbortController();
  const { signal } = over;
  const end = (): void => {
    over.abort();
  };
  // Not `AbortSignal.any`, which holds its sources by weak references only.
  options.signal.addEventListener('abort', end, { once: true });
  if (options.signal.aborted) end();
  try {
    await Promise.all([carrier, ...stores].map((awaited) => waitFor(awaited, { ...options, signal })));
  } finally {
    end();
    options.signal.removeEventListener('abort', end);
  }
  return warnings;
}

async function waitFor(
  { name, required, look }: Awaited,
  { seconds, since = performance.now(), signal, say }: WaitOptions,
): Promise<void> {
  const ended = new Promise<null>((resolve) => {
    signal.addEventListener('abort', () => {
      resolve(null);
    });
  });
  let saidAt: number | null = null;
  for (;;) {
    const fault = await Promise.race([problemOf(look), ended]);
    if (signal.aborted) return;
    if (fault === null) {
      if (saidAt !== null) say(`${name} is there`);
      return;
    }
    if (!fault.retryable) throw fault;
    const waited = Math.round((performance.now() - since) / 1_000);
    if (waited >= seconds) {
      if (required) throw remainedUnavailable(fault, waited);
      say(`starting without ${name}: ${fault.message}`);
      return;
    }
    if (saidAt === null || performance.now() - saidAt >= SAY_EVERY_MS) {
      say(`waiting for ${name} (${waited} of ${seconds} s): ${fault.message}`);
      saidAt = performance.now();
    }
    await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}

async function problemOf(look: () => Promise<unknown>): Promise<Fault | null> {
  try {
    await look();
    return null;
  } catch (error) {
    return toFault(error);
  }
}

/** The fault of an unavailable store, with the time waited. */
export function remainedUnavailable(fault: Fault, seconds: number): Fault {
  const waited = seconds === 0 ? '' : ` Waited ${seconds} s (QUARRY_STORE_WAIT).`;
  return new Fault(fault.code, `${trimEndOf(fault.message, '. ')}.${waited}`, {
    retryable: true,
    cause: fault,
  });
}
