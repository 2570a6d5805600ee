import type { RecordStore } from '@quarry/record-store';
import { repositoryOwner, type SnapshotRef } from '@quarry/turn';
import { snapshotRecordId } from '../records';
import { INDEX_RUNS, isAlive, type IndexRun } from './index-run';

/** Runs that are looked through. */
const MOST = 1_000;

/**
 * The last indexing run of each snapshot, in the record store.
 * @example
 * const run = await new IndexRuns(records).last({ repository: 'shop', snapshot: 'current' });
 */
export class IndexRuns {
  constructor(private readonly records: RecordStore) {}

  /** Null if none was recorded. @throws Fault `store_unavailable` */
  async last({ repository, snapshot }: SnapshotRef): Promise<IndexRun | null> {
    const { tenant, name } = repositoryOwner(repository);
    const id = snapshotRecordId(name, snapshot);
    return (await this.records.get<IndexRun>(INDEX_RUNS, tenant, id))?.value ?? null;
  }

  /** Those of a tenant that still work. @throws Fault `store_unavailable` */
  async alive(tenant: string, now: number = Date.now()): Promise<readonly IndexRun[]> {
    const found = await this.records.list<IndexRun>(INDEX_RUNS, tenant, { limit: MOST });
    return found.map(({ value }) => value).filter((run) => isAlive(run, now));
  }

  /**
   * Stores a run in place of an earlier one, or brings it up to date; does nothing if another run has begun since.
   * @throws Fault `store_unavailable`
   */
  async save(ref: SnapshotRef, run: IndexRun, begins = false): Promise<void> {
    const { tenant, name } = repositoryOwner(ref.repository);
    const id = snapshotRecordId(name, ref.snapshot);
    const before = await this.records.get<IndexRun>(INDEX_RUNS, tenant, id);
    if (!begins && before?.value.id !== run.id) return;
    await this.records.save({
      ...{ collection: INDEX_RUNS, tenant, id, revision: (before?.revision ?? 0) + 1 },
      ...{ createdAt: before?.createdAt ?? run.begunAt, tag: null, value: run },
    });
  }
}
