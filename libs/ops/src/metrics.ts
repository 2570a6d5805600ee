import type { CountedTurn, HopOutcome } from '@quarry/engine';
import type { ObservedStore, PlatformObserver, Readiness } from '@quarry/platform';
import type { FaultCode } from '@quarry/turn';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { watchCarrier, type WatchedCarrier } from './carrier-metrics';
import { TurnMetrics } from './turn-metrics';

/** Upper bounds in seconds: from a step without a model to the timeout of a hop. */
const WORK = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];
const CALLS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * Metrics of one process, for Prometheus; names and labels: docs/metrics.md. Labels contain names of services, actions,
 * pipelines and stores only, never any content of a question or a tenant.
 */
export class Metrics implements PlatformObserver {
  private readonly registry = new Registry();
  private readonly hops = this.counter('quarry_hops_total', 'Deliveries of hops.', ['service', 'outcome']);
  private readonly hopSeconds = this.histogram(
    'quarry_hop_seconds',
    'Duration of a hop, from claim to commit.',
    ['service'],
    WORK,
  );
  private readonly waitSeconds = this.histogram(
    'quarry_hop_wait_seconds',
    'Time from when a hop was queued to when it was first taken.',
    ['service'],
    WORK,
  );
  private readonly handOvers = this.counter(
    'quarry_hop_handovers_total',
    'Hops that this process started for the first time, by how they came.',
    ['service', 'by'],
  );
  private readonly stepSeconds = this.histogram(
    'quarry_step_seconds',
    'Duration of one step of a pipeline.',
    ['service', 'action'],
    WORK,
  );
  private readonly turns = new TurnMetrics(this.registry);
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
  private readonly modelSeconds = this.histogram(
    'quarry_model_seconds',
    'Calls of the chat model that succeeded, including their retries.',
    ['model', 'task'],
    WORK,
  );
  private readonly modelErrors = this.counter(
    'quarry_model_errors_total',
    'Calls of the chat model that threw.',
    ['model', 'task', 'code'],
  );
  private readonly embedderSeconds = this.histogram(
    'quarry_embedder_seconds',
    'Calls of the embedding model that succeeded.',
    ['as'],
    CALLS,
  );
  private readonly embedderErrors = this.counter(
    'quarry_embedder_errors_total',
    'Calls of the embedding model that threw.',
    ['as', 'code'],
  );
  private readonly rerankerSeconds = this.histogram(
    'quarry_reranker_seconds',
    'Calls of the reranker that succeeded, including their retries.',
    [],
    WORK,
  );
  private readonly rerankerErrors = this.counter(
    'quarry_reranker_errors_total',
    'Calls of the reranker that threw.',
    ['code'],
  );
  private readonly requests = this.counter(
    'quarry_http_requests_total',
    'Requests to the API that were answered.',
    ['method', 'route', 'status'],
  );
  private readonly requestSeconds = this.histogram(
    'quarry_http_request_seconds',
    'Duration of a request; excludes streams.',
    ['method', 'route'],
    WORK,
  );
  private openStreams: () => number = () => 0;
  private readonly endFailures = this.counter(
    'quarry_end_failures_total',
    'Failed tasks of ended turns; they are retried.',
    ['handler'],
  );

  constructor() {
    collectDefaultMetrics({ register: this.registry });
    const openStreams = (): number => this.openStreams();
    new Gauge({
      name: 'quarry_streams_open',
      help: 'Event streams that clients follow in this process.',
      registers: [this.registry],
      collect() {
        this.set(openStreams());
      },
    });
  }

  /** From now on, reports whether this process is ready. */
  watchReadiness(readiness: () => Promise<Pick<Readiness, 'ready'>>): void {
    new Gauge({
      name: 'quarry_ready',
      help: 'Whether this process and its required stores can work.',
      registers: [this.registry],
      async collect() {
        this.set((await readiness()).ready ? 1 : 0);
      },
    });
  }

  /** From now on, also reports the queues of these services, and the carrier's memory. */
  watch(carrier: WatchedCarrier, services: readonly string[]): void {
    watchCarrier(this.registry, carrier, services);
  }

  /** The text of one scrape, and its media type. */
  async scrape(): Promise<{ readonly text: string; readonly type: string }> {
    return { text: await this.registry.metrics(), type: this.registry.contentType };
  }

  hopWaited(service: string, ms: number): void {
    this.waitSeconds.observe({ service }, ms / 1_000);
    this.handOvers.inc({ service, by: 'queue' });
  }

  hopSkippedQueue(service: string): void {
    this.handOvers.inc({ service, by: 'process' });
  }

  hopEnded(service: string, outcome: HopOutcome, ms: number | null): void {
    this.hops.inc({ service, outcome });
    if (ms !== null) this.hopSeconds.observe({ service }, ms / 1_000);
  }

  stepEnded(service: string, action: string, ms: number): void {
    this.stepSeconds.observe({ service, action }, ms / 1_000);
  }

  readonly turnEnded = (turn: CountedTurn): void => {
    this.turns.count(turn);
  };

  storeCalled(store: ObservedStore, operation: string, ms: number, problem: FaultCode | null): void {
    if (problem === null) this.storeSeconds.observe({ store, operation }, ms / 1_000);
    else this.storeErrors.inc({ store, operation, code: problem });
  }

  modelCalled(model: string, task: string, ms: number, problem: FaultCode | null): void {
    if (problem === null) this.modelSeconds.observe({ model, task }, ms / 1_000);
    else this.modelErrors.inc({ model, task, code: problem });
  }

  embedderCalled(as: 'query' | 'passage', ms: number, problem: FaultCode | null): void {
    if (problem === null) this.embedderSeconds.observe({ as }, ms / 1_000);
    else this.embedderErrors.inc({ as, code: problem });
  }

  rerankerCalled(ms: number, problem: FaultCode | null): void {
    if (problem === null) this.rerankerSeconds.observe({}, ms / 1_000);
    else this.rerankerErrors.inc({ code: problem });
  }

  requestEnded(method: string, route: string, status: number, ms: number | null): void {
    this.requests.inc({ method, route, status });
    if (ms !== null) this.requestSeconds.observe({ method, route }, ms / 1_000);
  }

  watchStreams(open: () => number): void {
    this.openStreams = open;
  }

  endHandlerFailed(handler: string): void {
    this.endFailures.inc({ handler });
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
