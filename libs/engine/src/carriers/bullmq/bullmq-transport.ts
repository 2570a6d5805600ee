import { Worker, type Job } from 'bullmq';
import type { HopJob } from '../carrier';
import { HopServer } from '../hop-server';
import { startWatchdog } from '../watchdog';
import { patiently } from '../within';
import type { Connections } from './connections';
import { JOB_OPTIONS } from './job-options';
import type { Keys } from './keys';
import { checkRedis } from './redis-check';
import type { RedisLedger } from './redis-ledger';

export interface BullmqTransportOptions {
  readonly concurrency: number;
  readonly closeMs: number;
}

/** A lost worker is noticed within the lock and one round of the check; no false stalls were seen with these. */
const STALL = { lockDuration: 5_000, stalledInterval: 1_000, maxStalledCount: 100 } as const;

/** One BullMQ worker a service; a job runs Nest's handler of that service. */
export class BullmqTransport extends HopServer {
  private workers: Worker[] = [];
  private stopWatchdog: (() => void) | undefined;

  constructor(
    private readonly connections: Connections,
    private readonly keys: Keys,
    private readonly ledger: RedisLedger,
    private readonly options: BullmqTransportOptions,
    private readonly onError: (error: unknown) => void,
  ) {
    super();
  }

  override listen(callback: (error?: unknown) => void): void {
    this.begin().then(() => callback(), callback);
  }

  /** Running hops may finish, for as long as `closeMs` says; what runs longer is taken over by another process. */
  override async close(): Promise<void> {
    this.stopWatchdog?.();
    const workers = this.workers;
    this.workers = [];
    await patiently(this.options.closeMs, Promise.all(workers.map((worker) => worker.close())));
  }

  private async begin(): Promise<void> {
    await checkRedis(this.connections, this.keys);
    this.workers = [...this.services].map((service) => this.worker(service));
    await Promise.all(this.workers.map((worker) => worker.waitUntilReady()));
    this.stopWatchdog = startWatchdog(() => this.ledger.reap(), this.onError);
  }

  private worker(service: string): Worker {
    const run = async (job: Job<HopJob>): Promise<null> => {
      await this.deliver(service, job.data, job.attemptsMade + 1, waitedMs(job));
      return null;
    };
    const worker = new Worker<HopJob>(service, run, {
      ...STALL,
      connection: this.connections.ledger,
      prefix: this.keys.base,
      concurrency: this.options.concurrency,
      // For jobs that somebody else put into the queue without options of their own.
      removeOnComplete: { count: 0 },
      removeOnFail: JOB_OPTIONS.removeOnFail,
      runRetryDelay: 1_000,
    });
    worker.on('error', this.onError);
    worker.on('failed', (job, error) => {
      if (job && job.attemptsMade >= (job.opts.attempts ?? 1)) {
        this.ledger.giveUp(service, job.data, error.message).catch(this.onError);
      }
    });
    return worker;
  }
}

/** A job that was started before, and whose worker was lost, did not wait all that time. */
function waitedMs({ attemptsStarted, processedOn, timestamp }: Job<HopJob>): number | null {
  return attemptsStarted === 1 && processedOn !== undefined ? Math.max(0, processedOn - timestamp) : null;
}
