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

/** Most jobs of all tenants that one look finds. */
const MOST_FOUND = 200;

/** Who wants something indexed. */
export interface JobWish {
  readonly tenant: string;
  readonly by: string | null;
  readonly order: IndexOrder;
  /** Under the same key the same wish begins nothing new. */
  readonly key?: string;
}

/** Indexing jobs in the record store: taken in by gateways, worked on by indexers. Everything but `open` is scoped by tenant. */
export class IndexJobs {
  constructor(private readonly records: RecordStore) {}

  /** @throws Fault `idempotency_conflict` where the key began another job, `index_job_limit`, `store_unavailable` */
  async begin(wish: JobWish, now: number): Promise<{ readonly job: IndexJob; readonly existing: boolean }> {
    const { tenant, by, order, key } = wish;
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

  /** @throws Fault `index_job_unknown`, also for another tenant's. */
  async read(tenant: string, id: string): Promise<StoredJob> {
    const found = await this.find(tenant, id);
    if (found) return found;
    throw new Fault(
      'index_job_unknown',
      `There is no indexing job '${id.slice(0, 64)}', or it is no longer kept. GET /v1/index-jobs lists yours.`,
    );
  }

  /** Newest first. @param limit at most 1,000 */
  async list(
    tenant: string,
    page: { readonly limit: number; readonly after?: RecordCursor },
  ): Promise<readonly IndexJob[]> {
    return (await this.records.list<IndexJob>(INDEX_JOBS, tenant, page)).map(({ value }) => value);
  }

  /** Jobs of all tenants that wait or run, oldest first; for indexers. */
  open(): Promise<readonly StoredJob[]> {
    return this.records.tagged<IndexJob>(INDEX_JOBS, OPEN, MOST_FOUND);
  }

  /** Reads one job for the indexer that leases it. */
  reader(tenant: string, id: string): Read<IndexJob> {
    return recordReader<IndexJob>(this.records, { collection: INDEX_JOBS, tenant, id }, tagOf);
  }

  /** Saves the next state upon the one that was read; false where another was faster. */
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
   * Wants a job to end: at once where nobody works on it, else by its indexer.
   * @returns false where it was over already
   * @throws Fault `index_job_unknown`
   */
  async cancel(tenant: string, id: string, now: number): Promise<boolean> {
    for (;;) {
      const stored = await this.read(tenant, id);
      const { value: job } = stored;
      if (isOver(job)) return false;
      const held = isLeased(job, now);
      const next = held ? { ...job, cancelling: true } : over(job, { status: 'cancelled', now });
      if ((held && job.cancelling) || (await this.save(stored, next))) return true;
    }
  }

  /** Keeps the number of jobs bounded: the oldest that are over go. */
  private async makeRoom(tenant: string): Promise<void> {
    const jobs = await this.list(tenant, { limit: 1_000 });
    if (jobs.filter((job) => !isOver(job)).length >= MOST_OPEN_JOBS)
      throw new Fault(
        'index_job_limit',
        `${MOST_OPEN_JOBS} indexing jobs wait or run already. Wait for one, or cancel it.`,
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
    `This Idempotency-Key began job '${job.id}', which indexes something else. Send a new key with a new job.`,
  );
}

function keyedId(tenant: string, key: string): string {
  return `j${createHash('sha256')
    .update(JSON.stringify([tenant, key]))
    .digest('hex')
    .slice(0, 24)}`;
}
