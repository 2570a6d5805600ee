import { createRedisBackend, Worker, type BackendFactory, type RedisQueueBackend } from 'bullmq';
import type { Connections } from './connections';
import { LOCK_MS, type HopBullJob } from './deliveries';
import { JOB_OPTIONS } from './job-options';
import { LastingLocks } from './lasting-locks';
import type { RedisLedger } from './redis-ledger';
import { byServerTime } from './server-time';

/**
 * A lost worker is noticed within the lock and one round of the check. No false stalls were observed with these values.
 */
const STALL = { lockDuration: LOCK_MS, stalledInterval: 1_000, maxStalledCount: 100 } as const;

export interface HopWorkerOptions {
  readonly prefix: string;
  readonly concurrency: number;
}

/**
 * BullMQ's worker, with some of its Redis calls replaced by the ledger's scripts: a job is claimed when it is taken,
 * ended by the commit of its hop, and delayed by the server's clock. Everything else, including jobs that end without a
 * commit, is BullMQ's own.
 */
export class HopWorker extends Worker<HopBullJob['data'], null> {
  private readonly ledger: RedisLedger;

  constructor(
    service: string,
    run: (job: HopBullJob, token?: string) => Promise<null>,
    { connections, ledger }: { readonly connections: Connections; readonly ledger: RedisLedger },
    options: HopWorkerOptions,
  ) {
    super(
      service,
      run,
      {
        ...STALL,
        ...options,
        connection: connections.ledger,
        // For jobs that other programs put into the queue without options.
        removeOnComplete: { count: 0 },
        removeOnFail: JOB_OPTIONS.removeOnFail,
        runRetryDelay: 1_000,
      },
      backendOf(ledger),
    );
    this.ledger = ledger;
  }

  protected override createLockManager(): void {
    const { lockDuration } = STALL;
    // BullMQ's own worker also passes itself, although its declarations contradict each other.
    const self = this as unknown as ConstructorParameters<typeof LastingLocks>[0];
    const lockRenewTime = lockDuration / 2;
    this.lockManager = new LastingLocks(self, { lockDuration, lockRenewTime, workerId: this.id });
  }

  override async processJob(
    job: HopBullJob,
    token: string,
    fetchNext: () => boolean = () => true,
  ): Promise<void | HopBullJob> {
    const mayFetch = (): boolean => {
      // The commit that is about to end the job releases its lock.
      if (job.id !== undefined) this.lockManager.untrackJob(job.id);
      return fetchNext() && !this.closing && !this.paused && !this.ledger.deliveries.alone.isClosed;
    };
    const delivered = { service: this.name, job, token, mayFetch };
    return this.ledger.deliveries.during(delivered, () => super.processJob(job, token, fetchNext));
  }

  /**
   * An error that a handler throws after its commit is reported and changes nothing: the job is done, and the next one
   * may already be here.
   */
  protected override async callProcessJob(job: HopBullJob, token: string): Promise<null> {
    try {
      return await super.callProcessJob(job, token);
    } catch (error) {
      if (!this.ledger.deliveries.nextOf(job)) throw error;
      this.emit('error', error as Error);
      return null;
    } finally {
      await this.ledger.unclaim(job.data).catch((error: unknown) => this.emit('error', error as Error));
    }
  }
}

/** BullMQ's access to Redis, except for taking a job, delaying it, and ending one that a commit has ended. */
function backendOf(ledger: RedisLedger): BackendFactory<RedisQueueBackend> {
  return (name, options, kind) => {
    const backend = createRedisBackend(name, options, kind);
    byServerTime(backend, name, ledger);
    return backend;
  };
}
