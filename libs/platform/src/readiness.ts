import type { CarrierKind, ServiceDefinition } from '@quarry/engine';
import { Fault, toFault, type StoreName } from '@quarry/turn';
import type { Platform } from './platform';

/** Milliseconds that a store may take to say that it is there. */
const PING_MS = 2_000;

/** How a store of this process stands. */
export interface StoreReadiness {
  /** False where turns go on without it. */
  readonly required: boolean;
  /** Why it cannot be used now; null where it can. */
  readonly problem: Fault | null;
}

/** Can this process work now? */
export interface Readiness {
  /** True where the carrier and every required store can be used. */
  readonly ready: boolean;
  /** What passes turns on, and why it cannot be used; null where it can. */
  readonly carrier: { readonly kind: CarrierKind; readonly problem: Fault | null };
  readonly stores: Readonly<Partial<Record<StoreName, StoreReadiness>>>;
}

/** Services of a process, as far as their stores go. */
export type Services = readonly Pick<ServiceDefinition, 'stores'>[];
type Pings = Readonly<Partial<Record<StoreName, () => Promise<void>>>>;
/** What is asked whether it can be used. */
export type AskedPlatform = Pick<Platform, 'carrier' | 'searchIndex' | 'graphStore' | 'historyStore'>;

/** Asks the carrier and every store that these services work on whether they can be used, all at once, each for 2 s at most. Never throws. */
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

/** The stores that these services work on, each once; required where one service requires it. The cache of sessions is no reason to wait. */
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

/** What keeps a call from succeeding now; null where it succeeds. */
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
