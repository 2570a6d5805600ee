import { isLeased, takeLease, type HeldLease } from '@quarry/lease';
import type { Clock } from '@quarry/turn';
import { isOver, LEASE_MS, over, withEvent, type IndexJob } from './index-job';
import type { IndexJobs } from './job-store';
import { targetOf } from './target';

/** A job that was interrupted this often, or lost its indexer, fails: it is likely the cause. */
const MOST_ATTEMPTS = 3;

/** Whether an indexer may start the job now. */
export function isFree(job: IndexJob, now: number): boolean {
  return !isOver(job) && !isLeased(job, now) && job.notBefore <= now;
}

/**
 * Leases a free job to one indexer, which then is the only one that works on the job and on its snapshot. A job that
 * was cancelled meanwhile, or that lost too many indexers, is ended instead.
 * @returns null if the job is unavailable
 */
export async function claim(
  jobs: IndexJobs,
  { tenant, id }: Pick<IndexJob, 'tenant' | 'id'>,
  { owner, clock }: { readonly owner: string; readonly clock: Clock },
): Promise<HeldLease<IndexJob> | null> {
  const now = clock.now();
  const read = jobs.reader(tenant, id);
  const snapshot = await read();
  if (!snapshot || !isFree(snapshot.value, now)) return null;
  const job = interrupted(snapshot.value, now);
  if (job.cancelling) {
    await snapshot.save(over(job, { status: 'cancelled', now }));
    return null;
  }
  if (job.attempts >= MOST_ATTEMPTS) {
    await snapshot.save(over(job, { status: 'failed', fault: lastFault(job), now }));
    return null;
  }
  const lease = await takeLease(
    { snapshot, read, begin: () => started(job, now) },
    { owner, durationMs: LEASE_MS, clock },
  );
  if (!lease || !(await isAnotherAt(jobs, lease.value, now))) return lease;
  // Two indexers that started at the same time may both back off: their delays differ.
  const notBefore = now + 1_000 + Math.floor(Math.random() * 2_000);
  await lease.release(({ cancelling }) => ({ ...snapshot.value, cancelling, notBefore }));
  return null;
}

function started(job: IndexJob, now: number): IndexJob {
  const attempt = job.attempts + 1;
  return {
    ...withEvent(job, now, { type: 'job.started', attempt }),
    status: 'running',
    startedAt: job.startedAt ?? now,
    attempts: attempt,
  };
}

/** What interrupted the last attempt, as the reason of the whole job. */
function lastFault({ fault, attempts }: IndexJob): NonNullable<IndexJob['fault']> {
  if (fault) return { code: fault.code, message: `${fault.message} Tried ${attempts} times.` };
  const message = `Its indexer was lost ${attempts} times. See the log of the indexers. The written data is kept.`;
  return { code: 'internal', message };
}

/** Records an interruption if an earlier attempt lost its indexer. */
function interrupted(job: IndexJob, now: number): IndexJob {
  if (job.lease === null) return job;
  const reason = 'Its indexer was lost. The data that it wrote is kept; the next one continues from there.';
  return withEvent({ ...job, lease: null, fault: null }, now, { type: 'job.interrupted', reason });
}

/** Whether another indexer works on the same snapshot. */
async function isAnotherAt(jobs: IndexJobs, job: IndexJob, now: number): Promise<boolean> {
  return (await jobs.open()).some(
    ({ value: other }) => other.id !== job.id && isLeased(other, now) && targetOf(other) === targetOf(job),
  );
}
