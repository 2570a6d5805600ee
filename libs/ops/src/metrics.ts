import type { HopOutcome } from '@quarry/engine';
import type { ObservedStore, PlatformObserver } from '@quarry/platform';
import type { FaultCode, Outcome } from '@quarry/turn';
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';
import { watchCarrier, type WatchedCarrier } from './carrier-metrics';

/** Upper bounds in seconds: from a step without a model to the most that a hop may take. */
const WORK = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];
const CALLS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * What one process counts, for Prometheus; names and labels: docs/metrics.md. Labels hold names of services, actions, pipelines and stores
 * only, never anything of a question or a tenant.
 */
export class Metrics implements PlatformObserver {
  private readonly registry = new Registry();
  private readonly hops = this.counter('quarry_hops_total', 'Deliveries of hops.', ['service', 'outcome']);
  private readonly hopSeconds = this.histogram(
    'quarry_hop_seconds',
    'Work on a hop, from its claim to its commit.',
    ['service'],
    WORK,
  );
  private readonly waitSeconds = this.histogram(
    'quarry_hop_wait_seconds',
    'From when a hop was queued to when it was first taken.',
    ['service'],
    WORK,
  );
  private readonly stepSeconds = this.histogram(
    'quarry_step_seconds',
    'Work of one step of a pipeline.',
    ['service', 'action'],
    WORK,
  );
  private readonly turns = this.counter('quarry_turns_total', 'Turns that ended.', ['pipeline', 'outcome']);
  private readonly storeSeconds = this.histogram(
    'quarry_store_seconds',
    'Calls of a store that succeeded.',
    ['store', 'operation'],
    CALLS,
  );
  private readonly storeErrors = this.counter('quarry_store_errors_total', 'Calls of a store that threw.', [
    'store',
    'operation',
    'code',
  ]);

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }

  /** From now on the queues of these services, and the carrier's memory, are told as well. */
  watch(carrier: WatchedCarrier, services: readonly string[]): void {
    watchCarrier(this.registry, carrier, services);
  }

  /** The text of one scrape, and its media type. */
  async scrape(): Promise<{ readonly text: string; readonly type: string }> {
    return { text: await this.registry.metrics(), type: this.registry.contentType };
  }

  hopWaited(service: string, ms: number): void {
    this.waitSeconds.observe({ service }, ms / 1_000);
  }

  hopEnded(service: string, outcome: HopOutcome, ms: number | null): void {
    this.hops.inc({ service, outcome });
    if (ms !== null) this.hopSeconds.observe({ service }, ms / 1_000);
  }

  stepEnded(service: string, action: string, ms: number): void {
    this.stepSeconds.observe({ service, action }, ms / 1_000);
  }

  readonly turnEnded = (pipeline: string, outcome: Outcome): void => {
    this.turns.inc({ pipeline: pipeline.split('@', 1)[0] ?? '', outcome });
  };

  storeCalled(store: ObservedStore, operation: string, ms: number, problem: FaultCode | null): void {
    if (problem === null) this.storeSeconds.observe({ store, operation }, ms / 1_000);
    else this.storeErrors.inc({ store, operation, code: problem });
  }

  private counter<L extends string>(name: string, help: string, labelNames: readonly L[]): Counter<L> {
    return new Counter({ name, help, labelNames, registers: [this.registry] });
  }

  private histogram<L extends string>(
    name: string,
    help: string,
    labelNames: readonly L[],
    buckets: number[],
  ): Histogram<L> {
    return new Histogram({ name, help, labelNames, buckets, registers: [this.registry] });
  }
}
