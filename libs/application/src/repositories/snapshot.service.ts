import { Inject, Injectable } from '@nestjs/common';
import { discardGraphSnapshot, type GraphStore } from '@quarry/graph-store';
import {
  CONFIG,
  GRAPH_STORE,
  RECORD_STORE,
  SEARCH_INDEX,
  searchOptions,
  type QuarryConfig,
} from '@quarry/platform';
import type { RecordStore } from '@quarry/record-store';
import { IndexJobs, targetOf, type SnapshotDetail } from '@quarry/repositories';
import { discardSearchSnapshot, type SearchIndex } from '@quarry/search-index';
import { Fault, SHARED_TENANT, type SnapshotRef } from '@quarry/turn';
import { hasRole, type Caller } from '../access/caller';
import { RepositoryService, repositoryUnknown, type ReadableRepository } from './repository.service';

/** Shows and deletes snapshots that a caller may read. */
@Injectable()
export class SnapshotService {
  private readonly jobs: IndexJobs;

  constructor(
    @Inject(RepositoryService) private readonly repositories: RepositoryService,
    @Inject(RECORD_STORE) records: RecordStore,
    @Inject(SEARCH_INDEX) private readonly searchIndex: SearchIndex,
    @Inject(GRAPH_STORE) private readonly graphStore: GraphStore,
    @Inject(CONFIG) private readonly config: QuarryConfig,
  ) {
    this.jobs = new IndexJobs(records);
  }

  /** @throws Fault `repository_unknown`, also for another tenant's. */
  async repository(caller: Caller, name: string): Promise<ReadableRepository> {
    const found = (await this.repositories.readable(caller)).find((each) => each.name === name);
    if (found) return found;
    throw repositoryUnknown(name);
  }

  /** With what the stores say now, and every file that could not be indexed. @throws Fault `repository_unknown` */
  async detail(caller: Caller, name: string, snapshot: string): Promise<SnapshotDetail> {
    const repository = await this.repository(caller, name);
    const summary = repository.snapshots.find((each) => each.snapshot === snapshot);
    if (!summary) throw repositoryUnknown(name, snapshot);
    const ref: SnapshotRef = { repository: repository.stored, snapshot };
    const tenant = repository.shared ? SHARED_TENANT : caller.tenant;
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
   * Deletes a snapshot, or all of a repository, with their search index and code graph. Turns that were answered from them stay.
   * @param only the snapshot; all of them where absent
   * @returns names of the snapshots that are gone
   * @throws Fault `repository_unknown`, `bad_request` where the name is not confirmed, `forbidden` for a shared one, `index_busy`
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
    if (repository.shared && caller.tenant !== SHARED_TENANT && !hasRole(caller, 'operator'))
      throw new Fault('forbidden', `Repository '${name}' is shared: only an operator deletes it.`);
    const wanted = only ?? name;
    if (confirm !== wanted)
      throw new Fault(
        'bad_request',
        `Deleting cannot be undone: say the name once more, as confirm=${wanted.slice(0, 100)}.`,
      );
    const refs = doomed.map((snapshot) => ({ repository: repository.stored, snapshot }));
    await this.checkIdle(refs);
    for (const ref of refs) {
      await discardSearchSnapshot(this.config.searchIndexUrl, ref, searchOptions(this.config));
      await discardGraphSnapshot(this.config.graphStoreUrl, ref);
      await this.repositories.registry.forget(ref);
    }
    return doomed;
  }

  /** @throws Fault `index_busy` where a job waits for one of them, or writes it. */
  private async checkIdle(refs: readonly SnapshotRef[]): Promise<void> {
    const targets = new Set(refs.map(({ repository, snapshot }) => JSON.stringify([repository, snapshot])));
    const job = (await this.jobs.open()).find(({ value }) => targets.has(targetOf(value)))?.value;
    if (!job) return;
    throw new Fault(
      'index_busy',
      `Job '${job.id}' indexes '${job.order.repository}' (${job.order.snapshot}). Wait for its end, or cancel it, then delete.`,
    );
  }
}
