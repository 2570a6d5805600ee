import { isOver, LEASE_MS, over, withEvent, type IndexJob, type StoredJob } from './index-job';
import type { IndexJobs } from './job-store';
import { targetOf } from './target';

/** A job whose indexer was lost so often is given up: it is likely to be what kills them. */
const MOST_ATTEMPTS = 3;

/** True where nobody works on it, and it may be begun. */
export function isFree(job: IndexJob, now: number): boolean {
  const { lease, notBefore } = job;
  return !isOver(job) && (lease === null || lease.until <= now) && notBefore <= now;
}

/**
 * Claims a job that is free, so that one indexer alone works on it, and on its snapshot. Ends it instead where it was cancelled meanwhile, or where its
 * indexers die each time.
 * @returns null where it is not to be had
 */
export async function claim(
  jobs: IndexJobs,
  { tenant, id }: Pick<IndexJob, 'tenant' | 'id'>,
  { owner, now }: { readonly owner: string; readonly now: number },
): Promise<StoredJob | null> {
  const stored = await jobs.find(tenant, id);
  if (!stored || !isFree(stored.value, now)) return null;
  const job = interrupted(stored.value, now);
  if (job.cancelling) {
    await jobs.save(stored, over(job, { status: 'cancelled', now }));
    return null;
  }
  if (job.attempts >= MOST_ATTEMPTS) {
    const message = `Its indexer was lost ${job.attempts} times; see the log of the indexers. What was written is kept.`;
    await jobs.save(stored, over(job, { status: 'failed', fault: { code: 'internal', message }, now }));
    return null;
  }
  const attempt = job.attempts + 1;
  const claimed: IndexJob = {
    ...withEvent(job, now, { type: 'job.started', attempt }),
    status: 'running',
    startedAt: job.startedAt ?? now,
    lease: { owner, until: now + LEASE_MS },
    attempts: attempt,
  };
  if (!(await jobs.save(stored, claimed))) return null;
  const held: StoredJob = { ...stored, revision: stored.revision + 1, value: claimed };
  if (!(await isAnotherAt(jobs, claimed, now))) return held;
  // Both may step back where two began at once: the pause is not the same for both.
  const notBefore = now + 1_000 + Math.floor(Math.random() * 2_000);
  await jobs.save(held, { ...stored.value, notBefore });
  return null;
}

/** Says so where the job was begun before and its indexer was lost. */
function interrupted(job: IndexJob, now: number): IndexJob {
  if (job.lease === null) return job;
  const reason = 'Its indexer was lost. What it wrote is kept; the next one goes on from there.';
  return withEvent({ ...job, lease: null }, now, { type: 'job.interrupted', reason });
}

/** Is somebody at work on the same snapshot? */
async function isAnotherAt(jobs: IndexJobs, job: IndexJob, now: number): Promise<boolean> {
  return (await jobs.open()).some(
    ({ value: other }) =>
      other.id !== job.id &&
      other.lease !== null &&
      other.lease.until > now &&
      targetOf(other) === targetOf(job),
  );
}
