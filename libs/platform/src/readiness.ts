import type { CarrierKind, ServiceDefinition } from '@quarry/engine';
import { Fault, toFault, type StoreName } from '@quarry/turn';
import type { Platform } from './platform';

/** Time limit for a store to respond, in milliseconds. */
const PING_MS = 2_000;

/** The status of a store of this process. */
export interface StoreReadiness {
  /** False if turns continue without it. */
  readonly required: boolean;
  /** Why the store is unavailable; null if it is available. */
  readonly problem: Fault | null;
}

/** Whether this process can work now. */
export interface Readiness {
  /** True if the carrier and every required store are available. */
  readonly ready: boolean;
  /** The carrier, and why it is unavailable; null if it is available. */
  readonly carrier: { readonly kind: CarrierKind; readonly problem: Fault | null };
  readonly stores: Readonly<Partial<Record<StoreName, StoreReadiness>>>;
}

/** Services of a process, with the stores that they use. */
export type Services = readonly Pick<ServiceDefinition, 'stores'>[];
type Pings = Readonly<Partial<Record<StoreName, () => Promise<void>>>>;
/** The carrier and the stores to check. */
export type AskedPlatform = Pick<Platform, 'carrier' | 'searchIndex' | 'graphStore' | 'historyStore'>;

/** Checks the carrier and every store of these services concurrently, each for at most 2 s. Never throws. */
export async function readiness(platform: AskedPlatform, services: Services): Promise<Readiness> {
  const { carrier } = platform;
  const [problem, ...stores] = await Promise.all([
    problemOf('Redis', () => carrier.check()),
    ...storesOf(platform, services).map(async ({ name, required, ping }) => ({
      name,
      required,
      problem: await problemOf(`The ${name} store`, ping),
    })),
  ]);
  return {
    ready: problem === null && stores.every((store) => !store.required || store.problem === null),
    carrier: { kind: carrier.kind, problem },
    stores: Object.fromEntries(stores.map(({ name, ...store }) => [name, store])),
  };
}

/** The stores of these services, each once; required if one service requires it. Excludes the session cache. */
export function storesOf(
  platform: AskedPlatform,
  services: Services,
): readonly { readonly name: StoreName; readonly required: boolean; readonly ping: () => Promise<void> }[] {
  const pings: Pings = {
    search: () => platform.searchIndex.ping(),
    graph: () => platform.graphStore.ping(),
    history: () => platform.historyStore.ping(),
  };
  return (Object.entries(pings) as [StoreName, () => Promise<void>][]).flatMap(([name, ping]) => {
    const wanted = services.flatMap(({ stores }) => stores[name] ?? []);
    return wanted.length === 0 ? [] : [{ name, required: wanted.includes('required'), ping }];
  });
}

/** Why a call fails now; null if it succeeds. */
async function problemOf(name: string, call: () => Promise<unknown>): Promise<Fault | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Fault>((resolve) => {
    const message = `${name} did not answer within ${PING_MS / 1_000} s.`;
    const fault = new Fault('store_unavailable', message, { retryable: true });
    timer = setTimeout(() => {
      resolve(fault);
    }, PING_MS);
  });
  try {
    return await Promise.race([call().then(() => null, toFault), late]);
  } finally {
    clearTimeout(timer);
  }
}
