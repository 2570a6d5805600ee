import { LockManager } from 'bullmq';

/**
 * Renews the locks of running jobs in every round. BullMQ renews only locks whose last renewal is long enough ago by
 * this process's clock: if that clock is behind the server's or is set back, it renews none for hours, and every
 * running hop is considered dead.
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
