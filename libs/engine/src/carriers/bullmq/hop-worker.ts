import { AsyncResource } from 'node:async_hooks';
import {
  createRedisBackend,
  Worker,
  type AsyncFifoQueue,
  type BackendFactory,
  type JobJson,
  type RedisQueueBackend,
} from 'bullmq';
import type { Connections } from './connections';
import { hopOf, LOCK_MS, type HopBullJob, type NextJob } from './deliveries';
import type { HopHere, NextWorker, Place } from './hand-overs';
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
export class HopWorker extends Worker<HopBullJob['data'], null> implements NextWorker {
  private readonly ledger: RedisLedger;
  /** Hops that run here or have a place, and jobs that are taken and do not run yet. */
  private inHand = 0;
  private coming = 0;
  private places = 0;
  private readonly freed: (() => void)[] = [];
  /** Hops that are handed over start outside of the hop before: in its place, not within its log lines and spans. */
  private readonly outside = new AsyncResource('HopWorker');

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
    this.coming = Math.max(0, this.coming - 1);
    this.inHand++;
    try {
      const next = await this.hop(job, token, fetchNext);
      if (next) this.coming++;
      return next;
    } finally {
      this.leave();
    }
  }

  async whileTaking(take: () => Promise<NextJob>): Promise<NextJob> {
    this.coming++;
    let job: unknown;
    try {
      const taken = await take();
      job = taken[0];
      return taken;
    } finally {
      if (!job) this.coming--;
    }
  }

  get isIdle(): boolean {
    return this.inHand === 0 && !this.closing && !this.paused;
  }

  untilFree(): Promise<void> | null {
    const isFull = (): boolean => this.inHand >= this.concurrency;
    if (!isFull()) return null;
    const wait = async (): Promise<void> => {
      while (isFull()) await new Promise<void>((resolve) => this.freed.push(resolve));
    };
    return wait();
  }

  private leave(): void {
    this.inHand--;
    for (const freed of this.freed.splice(0)) freed();
  }

  /**
   * The place counts in BullMQ's own list of running jobs. So this worker takes no more jobs than it may, and closing
   * waits for the hop.
   */
  keepPlace(): Place | null {
    const { mainLoopQueue: running } = this as unknown as {
      readonly mainLoopQueue: Pick<AsyncFifoQueue<void>, 'add'> | null;
    };
    if (!running || this.closing || this.paused) return null;
    if (this.inHand + this.coming >= this.concurrency) return null;
    this.inHand++;
    let end = (): void => undefined;
    running.add(
      new Promise<void>((resolve) => {
        end = resolve;
      }),
    );
    const free = (): void => {
      this.leave();
      end();
    };
    const token = `${this.id}:here:${this.places++}`;
    return { token, free, run: (hop) => void this.runHere(hop, token).finally(free) };
  }

  private async runHere(hop: HopHere, token: string): Promise<void> {
    const job = this.createJob(jobOf(hop), hopOf(hop.t, hop.v));
    job.token = token;
    try {
      await this.outside.runInAsyncScope(() => this.hop(job, token, () => false, hop.streak));
    } catch (error) {
      // The lock lapses, and the hop is delivered again.
      this.emit('error', error as Error);
    }
  }

  private hop(
    job: HopBullJob,
    token: string,
    fetchNext: () => boolean,
    streak = 0,
  ): Promise<void | HopBullJob> {
    const mayFetch = (): boolean => {
      // The commit that is about to end the job releases its lock.
      if (job.id !== undefined) this.lockManager.untrackJob(job.id);
      return fetchNext() && !this.closing && !this.paused && !this.ledger.deliveries.alone.isClosed;
    };
    const delivered = { service: this.name, job, token, mayFetch, streak };
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

/** The job that the script writes which hands a hop over. */
function jobOf({ t, v, at }: HopHere): JobJson {
  const id = hopOf(t, v);
  return {
    ...{ id, name: 'hop', data: JSON.stringify({ t, v }), opts: { ...JOB_OPTIONS, jobId: id } },
    ...{
      timestamp: at,
      processedOn: at,
      delay: 0,
      priority: 0,
      progress: 0,
      failedReason: '',
      returnvalue: 'null',
    },
    ...{ attemptsMade: 0, attemptsStarted: 1, stalledCounter: 0 },
  };
}

/** BullMQ's access to Redis, except for taking a job, delaying it, and ending one that a commit has ended. */
function backendOf(ledger: RedisLedger): BackendFactory<RedisQueueBackend> {
  return (name, options, kind) => {
    const backend = createRedisBackend(name, options, kind);
    byServerTime(backend, name, ledger);
    return backend;
  };
}
