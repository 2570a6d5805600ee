import type { Clock } from '@quarry/turn';
import type { HopJob, QueueState } from '../carrier';
import { DELIVERIES, REDELIVERY_MS } from '../delivery';

/** @param waitedMs milliseconds from when the job was added to its first delivery; null for later ones */
type Deliver = (
  service: string,
  job: HopJob,
  delivery: number,
  waitedMs: number | null,
) => Promise<number | null | void>;

interface QueuedJob {
  readonly service: string;
  readonly job: HopJob;
  readonly addedAt: number;
  delivery: number;
  state: 'waiting' | 'active' | 'delayed' | 'failed';
  timer?: NodeJS.Timeout;
}

/** One queue per service, in this process. A job is identified by its turn and version, and is queued at most once. */
export class MemoryQueues {
  private readonly jobs = new Map<string, QueuedJob>();
  private readonly waiting = new Map<string, QueuedJob[]>();
  private readonly consumers = new Set<Consumer>();

  /** @param onFailed called with a job whose every delivery threw */
  constructor(
    private readonly onFailed: (job: HopJob, error: Error) => void,
    private readonly clock: Clock,
  ) {}

  add(service: string, job: HopJob): void {
    const key = jobKey(service, job);
    if (this.jobs.has(key)) return;
    const queued: QueuedJob = { service, job, addedAt: this.clock.now(), delivery: 1, state: 'waiting' };
    this.jobs.set(key, queued);
    this.push(queued);
  }

  /** True if the job waits, runs or pauses before its next delivery. */
  isAlive(service: string, job: HopJob): boolean {
    const queued = this.jobs.get(jobKey(service, job));
    return queued !== undefined && queued.state !== 'failed';
  }

  /** True while the job runs. */
  isActive(service: string, job: HopJob): boolean {
    return this.jobs.get(jobKey(service, job))?.state === 'active';
  }

  /** Removes a job that failed for good. */
  dropFailed(service: string, job: HopJob): void {
    const key = jobKey(service, job);
    if (this.jobs.get(key)?.state === 'failed') this.jobs.delete(key);
  }

  /** Queue status of a service. */
  stateOf(service: string): QueueState {
    const jobs = [...this.jobs.values()].filter((queued) => queued.service === service);
    const count = (state: QueuedJob['state']): number =>
      jobs.filter((queued) => queued.state === state).length;
    const [first] = this.waiting.get(service) ?? [];
    return {
      service,
      waiting: count('waiting'),
      active: count('active'),
      delayed: count('delayed'),
      failed: count('failed'),
      oldestMs: first ? Math.max(0, this.clock.now() - first.addedAt) : 0,
    };
  }

  /** Number of known jobs, in any state. */
  get size(): number {
    return this.jobs.size;
  }

  /** Starts delivering jobs of these services, at most `concurrency` at a time for each. */
  consume(services: readonly string[], concurrency: number, deliver: Deliver): Consumer {
    const consumer: Consumer = new Consumer(
      services,
      concurrency,
      (service) => this.next(service),
      (queued) => this.run(queued, deliver, consumer),
    );
    this.consumers.add(consumer);
    consumer.pump();
    return consumer;
  }

  /** Stops a consumer. Resolves when its running jobs are done. */
  async stop(consumer: Consumer): Promise<void> {
    this.consumers.delete(consumer);
    await consumer.drain();
  }

  close(): void {
    for (const queued of this.jobs.values()) clearTimeout(queued.timer);
    this.jobs.clear();
    this.waiting.clear();
  }

  private push(queued: QueuedJob): void {
    queued.state = 'waiting';
    const line = this.waiting.get(queued.service) ?? [];
    line.push(queued);
    this.waiting.set(queued.service, line);
    for (const consumer of this.consumers) consumer.pump();
  }

  private next(service: string): QueuedJob | undefined {
    const queued = this.waiting.get(service)?.shift();
    if (queued) queued.state = 'active';
    return queued;
  }

  private async run(queued: QueuedJob, deliver: Deliver, consumer: Consumer): Promise<void> {
    const key = jobKey(queued.service, queued.job);
    try {
      const waitedMs = queued.delivery === 1 ? Math.max(0, this.clock.now() - queued.addedAt) : null;
      const backInMs = await deliver(queued.service, queued.job, queued.delivery, waitedMs);
      if (typeof backInMs === 'number') this.pushIn(queued, backInMs);
      else this.jobs.delete(key);
    } catch (error) {
      this.redeliver(queued, error instanceof Error ? error : new Error(String(error)));
    } finally {
      consumer.done(queued.service);
    }
  }

  private redeliver(queued: QueuedJob, error: Error): void {
    if (queued.delivery >= DELIVERIES) {
      queued.state = 'failed';
      this.onFailed(queued.job, error);
      return;
    }
    this.pushIn(queued, REDELIVERY_MS * 2 ** (queued.delivery - 1));
    queued.delivery++;
  }

  private pushIn(queued: QueuedJob, ms: number): void {
    queued.state = 'delayed';
    queued.timer = setTimeout(() => this.push(queued), ms);
  }
}

/** Takes jobs off the queues of some services, a bounded number at a time. */
export class Consumer {
  /** Number of running jobs of each service. */
  private readonly running = new Map<string, number>();
  private scheduled = false;
  private stopped = false;
  /** Callbacks that wait until nothing runs. */
  private readonly draining: (() => void)[] = [];

  constructor(
    services: readonly string[],
    private readonly concurrency: number,
    private readonly next: (service: string) => QueuedJob | undefined,
    private readonly run: (queued: QueuedJob) => Promise<void>,
  ) {
    for (const service of services) this.running.set(service, 0);
  }

  /** Looks for work in the next iteration of the event loop, so that a long chain of hops never starves other work. */
  pump(): void {
    if (this.scheduled || this.stopped) return;
    this.scheduled = true;
    setImmediate(() => {
      this.scheduled = false;
      for (const service of this.running.keys()) this.fill(service);
    });
  }

  /** A job of the service has ended. */
  done(service: string): void {
    this.running.set(service, this.jobsOf(service) - 1);
    if (this.stopped && this.isIdle) for (const drained of this.draining.splice(0)) drained();
    this.pump();
  }

  /** Takes no more jobs. Resolves when the running ones are done. */
  async drain(): Promise<void> {
    this.stopped = true;
    if (this.isIdle) return;
    await new Promise<void>((drained) => {
      this.draining.push(drained);
    });
  }

  private get isIdle(): boolean {
    return [...this.running.values()].every((jobs) => jobs === 0);
  }

  private fill(service: string): void {
    while (!this.stopped && this.jobsOf(service) < this.concurrency) {
      const queued = this.next(service);
      if (!queued) return;
      this.running.set(service, this.jobsOf(service) + 1);
      void this.run(queued);
    }
  }

  private jobsOf(service: string): number {
    return this.running.get(service) ?? 0;
  }
}

function jobKey(service: string, job: HopJob): string {
  return `${service}/${job.t}-${job.v}`;
}
