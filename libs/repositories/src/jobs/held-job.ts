import type { HeldLease } from '@quarry/lease';
import type { Clock, Fault } from '@quarry/turn';
import type { Failure, SnapshotSummary } from '../records';
import { MOST_FAILED_EVENTS, over, withEvent, type IndexJob, type JobProgress } from './index-job';

/** A leased job while an indexer works on it: collects progress, and saves it for as long as the lease lasts. */
export class HeldJob {
  private progress: JobProgress | null = null;
  private readonly abandoned = new AbortController();
  private readonly stop = new AbortController();
  /** Aborts when the job belongs to another indexer, is deleted, or its lease could not be extended. */
  readonly lost: AbortSignal;

  constructor(
    private readonly lease: HeldLease<IndexJob>,
    private readonly clock: Clock = Date,
  ) {
    this.lost = AbortSignal.any([lease.lost, this.abandoned.signal]);
  }

  get job(): IndexJob {
    return this.lease.value;
  }

  /** Aborts when a caller has asked to cancel the job. */
  get cancelled(): AbortSignal {
    return this.stop.signal;
  }

  /** Sets the progress that the next `tick` saves. */
  note(progress: JobProgress): void {
    this.progress = progress;
  }

  /** Saves progress and extends the lease every `everyMs` milliseconds, until `ended` aborts or the job is lost. */
  async keep(everyMs: number, ended: AbortSignal): Promise<void> {
    const fault: Fault | null = await this.lease.keep(() => this.tick(), { everyMs, ended });
    if (fault) this.abandoned.abort(fault);
  }

  /** Saves new progress, extends the lease if a third of it has passed, and checks whether the job was cancelled. */
  async tick(): Promise<void> {
    await this.lease.refresh();
    if (this.job.cancelling) this.stop.abort();
    const { progress } = this;
    if (progress === null && !this.lease.isDue) return;
    await this.lease.update((job) => this.withProgress(job));
    if (this.progress === progress) this.progress = null;
  }

  /** Ends the job with the indexed snapshot, and every file that failed. */
  async finish(indexed: SnapshotSummary, failed: readonly Failure[]): Promise<void> {
    await this.end((job) => {
      let next: IndexJob = { ...job, indexed };
      for (const { kind, path, reason } of failed.slice(0, MOST_FAILED_EVENTS))
        next = withEvent(next, this.clock.now(), { type: 'job.failed_file', kind, path, reason });
      return over(next, { status: 'finished', now: this.clock.now() });
    });
  }

  async fail(fault: { readonly code: string; readonly message: string }): Promise<void> {
    await this.end((job) => over(job, { status: 'failed', fault, now: this.clock.now() }));
  }

  async cancel(): Promise<void> {
    await this.end((job) => over(job, { status: 'cancelled', now: this.clock.now() }));
  }

  /**
   * Returns the job, so that another indexer continues it now or later.
   * @param wait milliseconds until it may be started again
   * @param how.counts whether this was one of the few attempts that a job has
   * @param how.code of the fault that interrupted it; after the last attempt, the job fails with it
   */
  async release(
    wait: number,
    reason: string,
    { counts, code }: { readonly counts: boolean; readonly code?: string },
  ): Promise<void> {
    await this.end((job) => {
      const now = this.clock.now();
      const attempts = counts ? job.attempts : Math.max(0, job.attempts - 1);
      return {
        ...withEvent(job, now, { type: 'job.interrupted', reason }),
        ...{ status: 'queued', attempts, notBefore: now + wait },
        fault: code === undefined ? null : { code, message: reason },
      };
    });
  }

  private end(change: (job: IndexJob) => IndexJob): Promise<void> {
    return this.lease.release((job) => change(this.withProgress(job)));
  }

  private withProgress(job: IndexJob): IndexJob {
    const { progress } = this;
    if (progress === null) return job;
    return { ...withEvent(job, this.clock.now(), { type: 'job.progress', ...progress }), progress };
  }
}
