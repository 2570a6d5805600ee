import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { discardGraphSnapshot, discardScipFiles, type GraphStore } from '@quarry/graph-store';
import {
  CONFIG,
  GRAPH_STORE,
  RECORD_STORE,
  SEARCH_INDEX,
  searchOptions,
  uploadsDirOf,
  type QuarryConfig,
} from '@quarry/platform';
import type { RecordStore } from '@quarry/record-store';
import {
  IndexJobs,
  LabelStore,
  RefreshStore,
  siteFolderOf,
  targetOf,
  uploadsOf,
  type SnapshotDetail,
} from '@quarry/repositories';
import { discardSearchSnapshot, type SearchIndex } from '@quarry/search-index';
import { Fault, commitsOf, viewOf, type SnapshotRef } from '@quarry/turn';
import type { Caller } from '../access/caller';
import { outsideOf, type Retention } from './pruned';
import { RepositoryService, type ReadableRepository } from './repository.service';
import { repositoryUnknown } from './repository-unknown';
import { checkMayChange, tenantOf } from './shared-repository';

/** Shows and deletes snapshots that a caller may read. */
@Injectable()
export class SnapshotService {
  private readonly jobs: IndexJobs;

  constructor(
    @Inject(RepositoryService) private readonly repositories: RepositoryService,
    @Inject(RECORD_STORE) private readonly records: RecordStore,
    @Inject(SEARCH_INDEX) private readonly searchIndex: SearchIndex,
    @Inject(GRAPH_STORE) private readonly graphStore: GraphStore,
    @Inject(CONFIG) private readonly config: QuarryConfig,
  ) {
    this.jobs = new IndexJobs(records);
  }

  /** @throws Fault `repository_unknown`, also for another tenant's repository. */
  async repository(caller: Caller, name: string): Promise<ReadableRepository> {
    const found = (await this.repositories.readable(caller)).find((each) => each.name === name);
    if (found) return found;
    throw repositoryUnknown(name);
  }

  /** A snapshot with current counts from the stores, and all files that failed. @throws Fault `repository_unknown` */
  async detail(caller: Caller, name: string, snapshot: string): Promise<SnapshotDetail> {
    const repository = await this.repository(caller, name);
    const summary = repository.snapshots.find((each) => each.snapshot === snapshot);
    if (!summary) throw repositoryUnknown(name, snapshot);
    const ref: SnapshotRef = { repository: repository.stored, snapshot };
    const tenant = tenantOf(caller, repository);
    const noted = await this.repositories.registry.snapshot(tenant, repository.name, snapshot);
    const info = await this.searchIndex.describe(ref);
    const graph = await this.graphStore.describe(ref);
    return {
      ...summary,
      ...(info ? { chunks: info.chunks, pendingVectors: info.pendingVectors } : {}),
      ...(graph ? { nodes: graph.nodes, edges: graph.edges } : {}),
      failed: noted?.failed ?? [],
      secretPlaces: noted?.secretPlaces ?? [],
    };
  }

  /**
   * Deletes one or all snapshots of a repository, with their search index, code graph, imported SCIP references,
   * uploads and pages of a site. Turns that were answered from them remain.
   * @param only the snapshot; all snapshots if absent
   * @returns the names of the deleted snapshots
   * @throws Fault `repository_unknown`, `bad_request` if the name is not confirmed, `forbidden` for a shared
   * repository, `index_busy`
   */
  async delete(
    caller: Caller,
    { name, only, confirm }: { readonly name: string; readonly only?: string; readonly confirm?: string },
  ): Promise<readonly string[]> {
    const repository = await this.repository(caller, name);
    const doomed = repository.snapshots
      .map(({ snapshot }) => snapshot)
      .filter((snapshot) => only === undefined || snapshot === only);
    if (doomed.length === 0) throw repositoryUnknown(name, only);
    checkMayChange(caller, repository, 'delete it');
    const wanted = only ?? name;
    if (confirm !== wanted)
      throw new Fault(
        'bad_request',
        `Deletion cannot be undone. Repeat the name to confirm it: confirm=${wanted.slice(0, 100)}.`,
      );
    const refs = doomed.map((snapshot) => ({ repository: repository.stored, snapshot }));
    await this.checkIdle(refs);
    for (const ref of refs) {
      await this.discardSearch(ref);
      await discardGraphSnapshot(this.config.graphStoreUrl, ref);
      await discardScipFiles(join(this.config.dataDir, 'scip.db'), ref);
      await this.repositories.registry.forget(ref);
      await rm(uploadsOf(uploadsDirOf(this.config), ref), { recursive: true, force: true });
      await rm(siteFolderOf(this.config.dataDir, ref), { recursive: true, force: true });
      await this.deleteViews(ref);
    }
    if (doomed.length === repository.snapshots.length)
      await new RefreshStore(this.records).forget(tenantOf(caller, repository), repository.name);
    return doomed;
  }

  /**
   * Deletes the snapshots outside of a retention, as {@link delete} does. With `dryRun`, only names them.
   * @throws Fault as {@link delete}, and `bad_request` for a retention without limits
   */
  async prune(
    caller: Caller,
    { name, dryRun, ...retention }: Retention & { readonly name: string; readonly dryRun: boolean },
    now: number,
  ): Promise<{ readonly kept: readonly string[]; readonly deleted: readonly string[] }> {
    const { snapshots } = await this.repository(caller, name);
    const doomed = outsideOf(snapshots, retention, now);
    const names = snapshots.map(({ snapshot }) => snapshot);
    const kept = names.filter((snapshot) => !doomed.includes(snapshot));
    if (!dryRun) for (const only of doomed) await this.delete(caller, { name, only, confirm: only });
    return { kept, deleted: doomed };
  }

  /** Deletes what callers whom labels limit read of the snapshot, and its labels. */
  private async deleteViews(ref: SnapshotRef): Promise<void> {
    const labels = new LabelStore(this.records);
    for (const view of await labels.views(ref)) {
      const stored = viewOf(ref, view.id);
      await this.discardSearch(stored);
      await discardGraphSnapshot(this.config.graphStoreUrl, stored);
      await labels.retired(view);
    }
    await labels.forget(ref);
  }

  /** Deletes a search index, and the commits that go with it. */
  private async discardSearch(ref: SnapshotRef): Promise<void> {
    for (const each of [ref, commitsOf(ref)])
      await discardSearchSnapshot(this.config.searchIndexUrl, each, searchOptions(this.config));
  }

  /** @throws Fault `index_busy` if a job for one of the snapshots is queued or running. */
  private async checkIdle(refs: readonly SnapshotRef[]): Promise<void> {
    const targets = new Set(refs.map(({ repository, snapshot }) => JSON.stringify([repository, snapshot])));
    const job = (await this.jobs.open()).find(({ value }) => targets.has(targetOf(value)))?.value;
    if (!job) return;
    throw new Fault(
      'index_busy',
      `Job '${job.id}' indexes '${job.order.repository}' (${job.order.snapshot}). Wait until it ends, or cancel it; then delete.`,
    );
  }
}
