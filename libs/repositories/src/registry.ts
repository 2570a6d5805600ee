import type { RecordStore, StoredRecord } from '@quarry/record-store';
import { Fault, repositoryOwner, SHARED_TENANT, type SnapshotRef } from '@quarry/turn';
import {
  ALLOWED_FOLDERS,
  allowedFolderId,
  boundedFailures,
  boundedPlaces,
  BY_HAND,
  inOrder,
  MOST_SNAPSHOTS,
  REPOSITORIES,
  repositoryId,
  snapshotRecordId,
  SNAPSHOTS,
  type AllowedFolder,
  type RepositoryRecord,
  type SnapshotDetail,
  type SnapshotSummary,
} from './records';
import { INDEX_RUNS } from './runs/index-run';

/** Retries after concurrent saves. */
const MOST_TRIES = 20;

/** Records that are read at once. */
const PAGE = 1_000;

/**
 * The registry of indexed repositories, in the record store: indexing processes write it, answering processes read it.
 * Scoped by tenant, like all records.
 *
 * @example
 * const repositories = await registry.list('acme');
 */
export class RepositoryRegistry {
  constructor(private readonly records: RecordStore) {}

  /** A tenant's repositories, by name. */
  async list(tenant: string): Promise<readonly RepositoryRecord[]> {
    const found: RepositoryRecord[] = [];
    let page: readonly StoredRecord<RepositoryRecord>[] = [];
    do {
      const after = page.at(-1);
      page = await this.records.list(REPOSITORIES, tenant, { limit: PAGE, ...(after ? { after } : {}) });
      found.push(...page.map(({ value }) => value));
    } while (page.length === PAGE);
    return found.sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** Folders that the command line has indexed for all tenants, and those that were allowed: absolute paths. */
  async indexedByHand(): Promise<readonly string[]> {
    const shared = await this.list(SHARED_TENANT);
    const allowed = await this.records.list<AllowedFolder>(ALLOWED_FOLDERS, SHARED_TENANT, {
      limit: PAGE,
    });
    return [
      ...shared.flatMap(({ snapshots }) =>
        snapshots.flatMap(({ by, root }) => (by === BY_HAND && root !== null ? [root] : [])),
      ),
      ...allowed.map(({ value }) => value.path),
    ];
  }

  /** Allows jobs for shared repositories to read a folder, as if the command line had indexed it. */
  async allowFolder(path: string): Promise<void> {
    await this.change<AllowedFolder>(ALLOWED_FOLDERS, SHARED_TENANT, allowedFolderId(path), () => ({ path }));
  }

  async find(tenant: string, name: string): Promise<RepositoryRecord | null> {
    return (await this.record(tenant, name))?.value ?? null;
  }

  /** As `find`, by the name in the stores. */
  async findStored(stored: string): Promise<RepositoryRecord | null> {
    const { tenant, name } = repositoryOwner(stored);
    return this.find(tenant, name);
  }

  /** The last record of a snapshot, by its names in the stores; null if it has none. */
  async summary(ref: SnapshotRef): Promise<SnapshotSummary | null> {
    const found = await this.findStored(ref.repository);
    return found?.snapshots.find(({ snapshot }) => snapshot === ref.snapshot) ?? null;
  }

  async snapshot(tenant: string, name: string, snapshot: string): Promise<SnapshotDetail | null> {
    const id = snapshotRecordId(name, snapshot);
    return (await this.records.get<SnapshotDetail>(SNAPSHOTS, tenant, id))?.value ?? null;
  }

  /**
   * Records a finished run. The snapshot of a work tree is now the repository's newest.
   * @param details every file that failed, completely or partially, and every masked secret; the first thousand of each
   *   are stored
   * @throws Fault `store_unavailable`
   */
  async indexed(
    ref: SnapshotRef,
    result: Omit<SnapshotSummary, 'snapshot' | 'failures'>,
    { failed, secretPlaces }: Required<Pick<SnapshotDetail, 'failed' | 'secretPlaces'>>,
  ): Promise<void> {
    const { tenant, name } = repositoryOwner(ref.repository);
    const summary: SnapshotSummary = { ...result, snapshot: ref.snapshot, failures: failed.length };
    const id = snapshotRecordId(name, ref.snapshot);
    const detail: SnapshotDetail = {
      ...summary,
      failed: boundedFailures(failed),
      secretPlaces: boundedPlaces(secretPlaces),
    };
    await this.change<SnapshotDetail>(SNAPSHOTS, tenant, id, () => detail);
    await this.change<RepositoryRecord>(REPOSITORIES, tenant, repositoryId(name), (before) => {
      const others = before?.snapshots.filter(({ snapshot }) => snapshot !== ref.snapshot) ?? [];
      return { name, snapshots: inOrder([summary, ...others]).slice(0, MOST_SNAPSHOTS) };
    });
  }

  /** Removes a snapshot, and with its last one the repository. Does nothing if it is unknown. */
  async forget(ref: SnapshotRef): Promise<void> {
    const { tenant, name } = repositoryOwner(ref.repository);
    await this.records.delete(SNAPSHOTS, tenant, snapshotRecordId(name, ref.snapshot));
    await this.records.delete(INDEX_RUNS, tenant, snapshotRecordId(name, ref.snapshot));
    const known = await this.find(tenant, name);
    if (known?.snapshots.some(({ snapshot }) => snapshot === ref.snapshot) !== true) return;
    const after = await this.change<RepositoryRecord>(REPOSITORIES, tenant, repositoryId(name), (before) => ({
      name,
      snapshots: before?.snapshots.filter(({ snapshot }) => snapshot !== ref.snapshot) ?? [],
    }));
    if (after.snapshots.length === 0) await this.records.delete(REPOSITORIES, tenant, repositoryId(name));
  }

  private record(tenant: string, name: string): Promise<StoredRecord<RepositoryRecord> | null> {
    return this.records.get<RepositoryRecord>(REPOSITORIES, tenant, repositoryId(name));
  }

  /** Saves over the current revision, with retries if another process was faster. */
  private async change<T>(
    collection: string,
    tenant: string,
    id: string,
    next: (before: T | null) => T,
  ): Promise<T> {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const before = await this.records.get<T>(collection, tenant, id);
      const value = next(before?.value ?? null);
      const saved = await this.records.save({
        collection,
        tenant,
        id,
        revision: (before?.revision ?? 0) + 1,
        createdAt: before?.createdAt ?? Date.now(),
        tag: null,
        value,
      });
      if (saved) return value;
    }
    throw new Fault('store_unavailable', `The record '${id}' changes too often to be saved. Try again.`, {
      retryable: true,
    });
  }
}
