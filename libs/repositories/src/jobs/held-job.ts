import { toFault, type Clock } from '@quarry/turn';
import type { Failure, SnapshotSummary } from '../records';
import {
  LEASE_MS,
  MOST_FAILED_EVENTS,
  over,
  withEvent,
  type IndexJob,
  type JobProgress,
  type StoredJob,
} from './index-job';
import type { IndexJobs } from './job-store';

/** A claimed job on its way: gathers progress, and saves it for as long as the claim holds. */
export class HeldJob {
  private progress: JobProgress | null = null;
  private saving: Promise<unknown> = Promise.resolve();
  private readonly end = new AbortController();
  private readonly stop = new AbortController();

  constructor(
    private readonly jobs: IndexJobs,
    private stored: StoredJob,
    private readonly clock: Clock = Date,
  ) {}

  get job(): IndexJob {
    return this.stored.value;
  }

  /** Aborts where the job is somebody else's now, or gone. */
  get lost(): AbortSignal {
    return this.end.signal;
  }

  /** Aborts where somebody wants it to end. */
  get cancelled(): AbortSignal {
    return this.stop.signal;
  }

  /** How far it is; saved by the next `tick`. */
  note(progress: JobProgress): void {
    this.progress = progress;
  }

  /**
   * Saves what is new, and the lease once a third of it is over; looks whether the job is to end. A store that is away is no matter until the lease is over.
   */
  async tick(): Promise<void> {
    const until = this.job.lease?.until ?? 0;
    try {
      const now = await this.jobs.find(this.job.tenant, this.job.id);
      if (now?.value.lease?.owner !== this.job.lease?.owner) {
        this.end.abort();
        return;
      }
      if (now?.value.cancelling === true) this.stop.abort();
      const due = until - this.clock.now() < (2 * LEASE_MS) / 3;
      if (due || this.progress !== null) await this.write((job) => this.renewed(job));
    } catch (error) {
      if (!toFault(error).retryable || this.clock.now() > until) this.end.abort();
    }
  }

  /** The end: what was indexed, and each file that could not be. */
  async finish(indexed: SnapshotSummary, failed: readonly Failure[]): Promise<void> {
    await this.write((job) => {
      let next: IndexJob = { ...this.renewed(job), indexed };
      for (const { kind, path, reason } of failed.slice(0, MOST_FAILED_EVENTS))
        next = withEvent(next, this.clock.now(), { type: 'job.failed_file', kind, path, reason });
      return over(next, { status: 'finished', now: this.clock.now() });
    });
  }

  async fail(fault: { readonly code: string; readonly message: string }): Promise<void> {
    await this.write((job) => over(this.renewed(job), { status: 'failed', fault, now: this.clock.now() }));
  }

  async cancel(): Promise<void> {
    await this.write((job) => over(this.renewed(job), { status: 'cancelled', now: this.clock.now() }));
  }

  /**
   * Gives the job back, so that another goes on with it, now or later.
   * @param wait milliseconds until it may be begun again
   * @param counts is this one of the few attempts that a job has?
   */
  async release(wait: number, reason: string, { counts }: { readonly counts: boolean }): Promise<void> {
    await this.write((job) => {
      const now = this.clock.now();
      const told = withEvent(this.renewed(job), now, { type: 'job.interrupted', reason });
      const attempts = counts ? job.attempts : Math.max(0, job.attempts - 1);
      return { ...told, status: 'queued', lease: null, attempts, notBefore: now + wait };
    });
  }

  private renewed(job: IndexJob): IndexJob {
    const { progress } = this;
    this.progress = null;
    const now = this.clock.now();
    const lease = job.lease && { ...job.lease, until: now + LEASE_MS };
    if (progress === null) return { ...job, lease };
    return { ...withEvent(job, now, { type: 'job.progress', ...progress }), progress, lease };
  }

  /** One save after another, each upon what is stored: a wish to cancel may have come between. */
  private async write(next: (job: IndexJob) => IndexJob): Promise<void> {
    const saved = this.saving.then(() => this.saveUpon(next));
    this.saving = saved.catch(() => undefined);
    await saved;
  }

  private async saveUpon(next: (job: IndexJob) => IndexJob): Promise<void> {
    const { owner } = this.job.lease ?? { owner: null };
    for (let owned = owner !== null; owned && !this.end.signal.aborted;) {
      const now = await this.jobs.find(this.job.tenant, this.job.id);
      if (now === null || now.value.lease?.owner !== owner) {
        this.end.abort();
        return;
      }
      if (now.value.cancelling) this.stop.abort();
      const value = next(now.value);
      if (await this.jobs.save(now, value)) {
        this.stored = { ...now, revision: now.revision + 1, value };
        return;
      }
    }
  }
}
