import { LockManager } from 'bullmq';

/**
 * Renews the locks of running jobs at each round. BullMQ renews those whose last renewal is long enough ago by this process's clock: none for hours, where
 * the clock is behind the server's or was set back, and each hop that runs on would be taken for dead.
 */
export class LastingLocks extends LockManager {
  override trackJob(jobId: string, token: string): undefined {
    super.trackJob(jobId, token, -Infinity);
  }

  protected override extendLocks(jobIds: string[]): Promise<void> {
    for (const tracked of this.trackedJobs.values()) tracked.ts = -Infinity;
    return super.extendLocks(jobIds);
  }
}
