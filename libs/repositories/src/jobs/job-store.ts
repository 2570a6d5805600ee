import { createHash, randomBytes } from 'node:crypto';
import { isLeased, recordReader, type Read } from '@quarry/lease';
import type { RecordCursor, RecordStore } from '@quarry/record-store';
import { Fault } from '@quarry/turn';
import {
  INDEX_JOBS,
  isOver,
  MOST_JOBS,
  MOST_OPEN_JOBS,
  OPEN,
  over,
  type IndexJob,
  type IndexOrder,
  type StoredJob,
} from './index-job';

/** Maximum number of jobs of all tenants per query. */
const MOST_FOUND = 200;

/** The caller that requests the indexing. */
export interface JobRequest {
  readonly tenant: string;
  readonly by: string | null;
  readonly order: IndexOrder;
  /** The same key with the same request starts no new job. */
  readonly key?: string;
}

/**
 * Indexing jobs in the record store. Gateways accept them, indexers run them. Everything except `open` is scoped by
 * tenant.
 *
 * @example
 * const { job, existing } = await jobs.begin({ tenant: 'acme', by: keyId, order, key: idempotencyKey }, Date.now());
 */
export class IndexJobs {
  constructor(private readonly records: RecordStore) {}

  /** @throws Fault `idempotency_conflict` if the key started another job, `index_job_limit`, `store_unavailable` */
  async begin(
    request: JobRequest,
    now: number,
  ): Promise<{ readonly job: IndexJob; readonly existing: boolean }> {
    const { tenant, by, order, key } = request;
    const id = key === undefined ? `j${randomBytes(12).toString('hex')}` : keyedId(tenant, key);
    const known = await this.find(tenant, id);
    if (known) return repeated(known.value, order);
    await this.makeRoom(tenant);
    const job: IndexJob = {
      ...{ id, tenant, order, by, status: 'queued', fault: null },
      ...{ createdAt: now, startedAt: null, endedAt: null, cancelling: false },
      ...{ lease: null, attempts: 0, notBefore: 0, progress: null, events: [], nextEvent: 1, indexed: null },
    };
    if (await this.save(null, job)) return { job, existing: false };
    return repeated((await this.read(tenant, id)).value, order);
  }

  find(tenant: string, id: string): Promise<StoredJob | null> {
    return this.records.get<IndexJob>(INDEX_JOBS, tenant, id);
  }

  /** @throws Fault `index_job_unknown`, also for a job of another tenant */
  async read(tenant: string, id: string): Promise<StoredJob> {
    const found = await this.find(tenant, id);
    if (found) return found;
    throw new Fault(
      'index_job_unknown',
      `There is no indexing job '${id.slice(0, 64)}', or it is no longer stored. GET /v1/index-jobs lists yours.`,
    );
  }

  /** Newest first. @param limit at most 1,000 */
  async list(
    tenant: string,
    page: { readonly limit: number; readonly after?: RecordCursor },
  ): Promise<readonly IndexJob[]> {
    return (await this.records.list<IndexJob>(INDEX_JOBS, tenant, page)).map(({ value }) => value);
  }

  /** Waiting and running jobs of all tenants, oldest first; for indexers. */
  open(): Promise<readonly StoredJob[]> {
    return this.records.tagged<IndexJob>(INDEX_JOBS, OPEN, MOST_FOUND);
  }

  /** Reads one job for the indexer that leases it. */
  reader(tenant: string, id: string): Read<IndexJob> {
    return recordReader<IndexJob>(this.records, { collection: INDEX_JOBS, tenant, id }, tagOf);
  }

  /** Saves the next state over the one that was read; returns false if another process was faster. */
  save(before: StoredJob | null, job: IndexJob): Promise<boolean> {
    return this.records.save({
      collection: INDEX_JOBS,
      tenant: job.tenant,
      id: job.id,
      revision: (before?.revision ?? 0) + 1,
      createdAt: job.createdAt,
      tag: tagOf(job),
      value: job,
    });
  }

  /**
   * Requests the end of a job: immediately if no indexer works on it, otherwise by its indexer.
   * @returns false if it had already ended
   * @throws Fault `index_job_unknown`
   */
  async cancel(tenant: string, id: string, now: number): Promise<boolean> {
    for (;;) {
      const stored = await this.read(tenant, id);
      const { value: job } = stored;
      if (isOver(job)) return false;
      const isRunning = isLeased(job, now);
      const next = isRunning ? { ...job, cancelling: true } : over(job, { status: 'cancelled', now });
      if ((isRunning && job.cancelling) || (await this.save(stored, next))) return true;
    }
  }

  /** Limits the number of stored jobs: deletes the oldest that have ended. */
  private async makeRoom(tenant: string): Promise<void> {
    const jobs = await this.list(tenant, { limit: 1_000 });
    if (jobs.filter((job) => !isOver(job)).length >= MOST_OPEN_JOBS)
      throw new Fault(
        'index_job_limit',
        `${MOST_OPEN_JOBS} indexing jobs are already waiting or running. Wait for one, or cancel it.`,
      );
    for (const job of jobs.slice(MOST_JOBS - 1))
      if (isOver(job)) await this.records.delete(INDEX_JOBS, tenant, job.id);
  }
}

function tagOf(job: IndexJob): string | null {
  return isOver(job) ? null : OPEN;
}

function repeated(job: IndexJob, order: IndexOrder): { job: IndexJob; existing: boolean } {
  if (JSON.stringify(job.order) === JSON.stringify(order)) return { job, existing: true };
  throw new Fault(
    'idempotency_conflict',
    `This Idempotency-Key started job '${job.id}', which indexes something else. Send a new key with a new job.`,
  );
}

function keyedId(tenant: string, key: string): string {
  return `j${createHash('sha256')
    .update(JSON.stringify([tenant, key]))
    .digest('hex')
    .slice(0, 24)}`;
}
