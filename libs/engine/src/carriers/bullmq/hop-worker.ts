import { createRedisBackend, Worker, type BackendFactory, type RedisQueueBackend } from 'bullmq';
import type { Connections } from './connections';
import { LOCK_MS, type HopBullJob } from './deliveries';
import { JOB_OPTIONS } from './job-options';
import { LastingLocks } from './lasting-locks';
import type { RedisLedger } from './redis-ledger';
import { byServerTime } from './server-time';

/** A lost worker is noticed within the lock and one round of the check; no false stalls were seen with these. */
const STALL = { lockDuration: LOCK_MS, stalledInterval: 1_000, maxStalledCount: 100 } as const;

export interface HopWorkerOptions {
  readonly prefix: string;
  readonly concurrency: number;
}

/**
 * BullMQ's worker, with some of its calls to Redis done by the ledger's scripts: a job is claimed with its taking, ended with the commit of its hop, and
 * delayed by the server's clock. All else, and every job that ends without a commit, goes BullMQ's own ways.
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
        // For jobs that somebody else put into the queue without options of their own.
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
    // BullMQ's own worker passes itself, too, although its declarations do not agree with each other.
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
      // The commit that is about to end the job gives its lock back.
      if (job.id !== undefined) this.lockManager.untrackJob(job.id);
      return fetchNext() && !this.closing && !this.paused && !this.ledger.deliveries.alone.isClosed;
    };
    const delivered = { service: this.name, job, token, mayFetch };
    return this.ledger.deliveries.during(delivered, () => super.processJob(job, token, fetchNext));
  }

  /** What a handler throws after its commit is heard of, and changes nothing: the job is done, and the next one may be here already. */
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

/** BullMQ's access to Redis, but for the taking of a job, its delays, and the end of one that a commit has ended. */
function backendOf(ledger: RedisLedger): BackendFactory<RedisQueueBackend> {
  return (name, options, kind) => {
    const backend = createRedisBackend(name, options, kind);
    byServerTime(backend, name, ledger);
    return backend;
  };
}
