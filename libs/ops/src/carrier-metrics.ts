import type { CarrierGauges, QueueState } from '@quarry/engine';
import { Gauge, type Registry } from 'prom-client';

export type WatchedCarrier = CarrierGauges;

/** Concurrent scrapers, and the gauges of one scrape, share one query of the carrier. */
const FRESH_MS = 1_000;

/** The result of one query; null if the carrier did not respond. */
type Look = { readonly queues: readonly QueueState[]; readonly memory: number | null } | null;

const QUEUE_GAUGES = {
  quarry_queue_waiting: ['Hops waiting for a worker.', (state: QueueState) => state.waiting],
  quarry_queue_active: ['Running hops, in all processes.', (state: QueueState) => state.active],
  quarry_queue_delayed: ['Hops waiting for redelivery.', (state: QueueState) => state.delayed],
  quarry_queue_failed: ['Jobs whose every delivery threw.', (state: QueueState) => state.failed],
  quarry_queue_oldest_seconds: [
    'Age of the oldest waiting hop.',
    (state: QueueState) => state.oldestMs / 1_000,
  ],
} as const;

/**
 * Gauges of a carrier, collected on each scrape. If the carrier does not respond, they are absent and
 * `quarry_carrier_up` is 0.
 */
export function watchCarrier(registry: Registry, carrier: WatchedCarrier, services: readonly string[]): void {
  const look = cached(async (): Promise<Look> => {
    try {
      const [queues, memory] = await Promise.all([carrier.queues(services), carrier.memoryRatio()]);
      return { queues, memory };
    } catch {
      // Readiness reports the reason; a scrape must continue without it.
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
    help: 'Whether the carrier responds.',
    registers,
    async collect() {
      this.set((await look()) === null ? 0 : 1);
    },
  });
}

/** Calls `load` at most once per {@link FRESH_MS}. */
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
