import { mayPass } from '@quarry/connections/redis';
import { DelayedError, WaitingError } from 'bullmq';
import type { HopJob } from '../carrier';
import { HAND_BACK_MS } from '../delivery';
import { HopServer } from '../hop-server';
import { startWatchdog } from '../watchdog';
import { patiently, within } from '../within';
import type { Connections } from './connections';
import type { HopBullJob } from './deliveries';
import { HopWorker } from './hop-worker';
import type { Keys } from './keys';
import { checkRedis, isRefusal } from './redis-check';
import type { RedisLedger } from './redis-ledger';

export interface BullmqTransportOptions {
  readonly concurrency: number;
  readonly closeMs: number;
}

/** Time limit for Redis to accept the workers' connections, in milliseconds. */
const READY_MS = 10_000;

/** Pause before a failed job is reported to Redis again, in milliseconds. */
const RETRY_MS = 1_000;

/** One BullMQ worker per service. A job runs Nest's handler of that service. */
export class BullmqTransport extends HopServer {
  private workers: HopWorker[] = [];
  private stopWatchdog: (() => void) | undefined;

  constructor(
    readonly connections: Connections,
    private readonly keys: Keys,
    readonly ledger: RedisLedger,
    private readonly options: BullmqTransportOptions,
    private readonly onError: (error: unknown) => void,
  ) {
    super();
  }

  override listen(callback: (error?: unknown) => void): void {
    this.begin().then(() => callback(), callback);
  }

  /** Waits up to `closeMs` for running hops. Longer ones are handed back at once, for another process to take over. */
  override async close(): Promise<void> {
    this.stopWatchdog?.();
    this.stopWatchdog = undefined;
    this.connections.news.off('message', this.tell);
    const workers = this.workers;
    this.workers = [];
    const closed = Promise.all(workers.map((worker) => worker.close()));
    await patiently(this.options.closeMs, closed);
    this.leaving.abort();
    await patiently(HAND_BACK_MS, closed);
  }

  /** @throws Fault; then nothing keeps running */
  private async begin(): Promise<void> {
    await checkRedis(this.connections, this.keys);
    try {
      await this.hearOfCancels();
      this.workers = [...this.services].map((service) => this.worker(service));
      for (const worker of this.workers) this.ledger.handOvers.add(worker.name, worker);
      await within(READY_MS, Promise.all(this.workers.map((worker) => worker.waitUntilReady())));
    } catch (error) {
      await this.close();
      throw this.connections.faultOf(error);
    }
    this.stopWatchdog = startWatchdog(() => this.ledger.reap(), this.onError);
  }

  /**
   * If Redis accepts no writes, that may be why the job failed. The failure is reported until Redis accepts it;
   * otherwise the turn would wait for minutes.
   */
  private async giveUp(service: string, job: HopBullJob['data'], error: string): Promise<void> {
    while (this.stopWatchdog !== undefined) {
      try {
        return await this.ledger.giveUp(service, job, error);
      } catch (failure) {
        this.onError(failure);
        await pause(RETRY_MS);
      }
    }
  }

  /**
   * A cancellation is published to all processes, and the one that runs the hop ends it at once. A process that may not
   * subscribe polls every second instead.
   * @throws if the connection breaks
   */
  private async hearOfCancels(): Promise<void> {
    const { news } = this.connections;
    try {
      await this.connections.heard(news, news.subscribe(this.keys.cancelled));
    } catch (error) {
      if (!isRefusal(error) || mayPass(error)) throw error;
      this.onError(error);
    }
    news.on('message', this.tell);
  }

  private readonly tell = (_channel: string, turnId: string): void => this.ledger.watchers.tell(turnId);

  private worker(service: string): HopWorker {
    const run = async (job: HopBullJob, token?: string): Promise<null> => {
      const skippedQueue = this.ledger.deliveries.isHandedOver(job);
      const again = await this.deliver(
        ...([service, job.data as HopJob, job.attemptsMade + 1, waitedMs(job), skippedQueue] as const),
      );
      if (again === null) return null;
      await this.ledger.unclaim(job.data);
      // BullMQ must leave the job where it was put, and count nothing.
      if (again > 0) {
        await job.moveToDelayed(Date.now() + again, token);
        throw new DelayedError();
      }
      await job.moveToWait(token);
      throw new WaitingError();
    };
    const options = { prefix: this.keys.base, concurrency: this.options.concurrency };
    const worker = new HopWorker(service, run, this, options);
    worker.on('error', this.onError);
    worker.on('failed', (job, error) => {
      if (job && job.attemptsMade >= (job.opts.attempts ?? 1)) {
        void this.giveUp(service, job.data, error.message);
      }
    });
    return worker;
  }
}

/** Null for a job that was started before: its worker was lost, so the time since then is not waiting time. */
function waitedMs({ attemptsStarted, processedOn, timestamp }: HopBullJob): number | null {
  return attemptsStarted === 1 && processedOn !== undefined ? Math.max(0, processedOn - timestamp) : null;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}
