import type { CarrierGauges, QueueState } from '@quarry/engine';
import { Gauge, type Registry } from 'prom-client';

export type WatchedCarrier = CarrierGauges;

/** Several scrapers at once, and the gauges of one scrape, share one look at the carrier. */
const FRESH_MS = 1_000;

/** What was seen at one look; null where the carrier did not answer. */
type Look = { readonly queues: readonly QueueState[]; readonly memory: number | null } | null;

const QUEUE_GAUGES = {
  quarry_queue_waiting: ['Hops that wait for a worker.', (state: QueueState) => state.waiting],
  quarry_queue_active: ['Hops that run, in all processes.', (state: QueueState) => state.active],
  quarry_queue_delayed: [
    'Hops that pause before they are delivered again.',
    (state: QueueState) => state.delayed,
  ],
  quarry_queue_failed: ['Jobs whose every delivery threw.', (state: QueueState) => state.failed],
  quarry_queue_oldest_seconds: [
    'How long ago the hop that waits longest was queued.',
    (state: QueueState) => state.oldestMs / 1_000,
  ],
} as const;

/** Gauges of a carrier that look when they are scraped. A carrier that does not answer leaves them out, and `quarry_carrier_up` at 0. */
export function watchCarrier(registry: Registry, carrier: WatchedCarrier, services: readonly string[]): void {
  const look = cached(async (): Promise<Look> => {
    try {
      const [queues, memory] = await Promise.all([carrier.queues(services), carrier.memoryRatio()]);
      return { queues, memory };
    } catch {
      // Readiness says why; a scrape must go on without.
      return null;
    }
  });
  const registers = [registry];
  for (const [name, [help, valueOf]] of Object.entries(QUEUE_GAUGES))
    new Gauge({
      name,
      help,
      labelNames: ['service'],
      registers,
      async collect() {
        const seen = await look();
        this.reset();
        for (const state of seen?.queues ?? []) this.set({ service: state.service }, valueOf(state));
      },
    });
  new Gauge({
    name: 'quarry_redis_memory_ratio',
    help: 'Memory that Redis uses, as a share of its maxmemory.',
    registers,
    async collect() {
      const memory = (await look())?.memory ?? null;
      this.remove();
      if (memory !== null) this.set(memory);
    },
  });
  new Gauge({
    name: 'quarry_carrier_up',
    help: 'Whether what passes turns on answers.',
    registers,
    async collect() {
      this.set((await look()) === null ? 0 : 1);
    },
  });
}

/** Calls `load` at most once in {@link FRESH_MS}. */
function cached<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  let until = 0;
  return () => {
    if (!loaded || Date.now() >= until) {
      until = Date.now() + FRESH_MS;
      loaded = load();
    }
    return loaded;
  };
}
