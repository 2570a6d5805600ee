import { Inject, Injectable } from '@nestjs/common';
import type { CompiledPipeline } from '@quarry/pipeline';
import { CONFIG, readWorkspace, RECORD_STORE, SEARCH_INDEX, type QuarryConfig } from '@quarry/platform';
import type { RecordStore } from '@quarry/record-store';
import { RepositoryRegistry, type RepositoryRecord } from '@quarry/repositories';
import type { SearchIndex } from '@quarry/search-index';
import { Fault, scopedRepository, SHARED_TENANT, type SnapshotRef } from '@quarry/turn';
import type { Caller } from '../access/caller';
import { findPipeline } from '../pipelines/find-pipeline';
import { PIPELINES } from '../pipelines/tokens';
import { mayReadRepository, meantBy } from './may-read';
import { unrecorded } from './unrecorded';

/** A repository that the caller may read. */
export interface ReadableRepository extends RepositoryRecord {
  /** Its name in the stores. */
  readonly stored: string;
  /** True if it belongs to no tenant. */
  readonly shared: boolean;
}

/** The repository and snapshot that a request names, and the name of the pipeline that it uses. */
export interface Wanted {
  readonly repository?: string;
  readonly snapshot?: string;
  readonly pipeline?: string;
}

/**
 * Decides which repositories a caller may read, and resolves the names in its requests to a snapshot. Nothing else in
 * the gateway maps a public name to a stored one.
 */
@Injectable()
export class RepositoryService {
  readonly registry: RepositoryRegistry;

  constructor(
    @Inject(RECORD_STORE) records: RecordStore,
    @Inject(SEARCH_INDEX) private readonly searchIndex: SearchIndex,
    @Inject(CONFIG) private readonly config: QuarryConfig,
    @Inject(PIPELINES) private readonly pipelines: readonly CompiledPipeline[],
  ) {
    this.registry = new RepositoryRegistry(records);
  }

  /**
   * The repositories that the caller may read, sorted by name: its own, and the shared ones that no own one hides.
   * @throws Fault `store_unavailable`
   */
  async readable(caller: Caller): Promise<readonly ReadableRepository[]> {
    const shared = await this.registry.list(SHARED_TENANT);
    const more = await unrecorded(this.config, this.searchIndex, shared);
    const own = caller.tenant === SHARED_TENANT ? [] : await this.registry.list(caller.tenant);
    const found = new Map<string, ReadableRepository>();
    for (const record of [...shared, ...(more ? [more] : [])])
      found.set(record.name, { ...record, stored: record.name, shared: true });
    for (const record of own)
      found.set(record.name, {
        ...record,
        stored: scopedRepository(caller.tenant, record.name),
        shared: false,
      });
    return [...found.values()]
      .filter(({ stored }) => mayReadRepository(caller, stored))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /**
   * Resolves a request to a snapshot, by its name in the stores; null if neither the request nor its pipeline names
   * one, and the installation's default applies.
   * @throws Fault `repository_unknown` both for what does not exist and for what the caller may not read;
   * `pipeline_unknown`, `store_unavailable`
   */
  async resolve(caller: Caller, wanted: Wanted): Promise<SnapshotRef | null> {
    const { repository, snapshot, pipeline } = wanted;
    const settings = pipeline === undefined ? null : findPipeline(this.pipelines, pipeline).settings;
    const active = settings && settings.active_index !== 'current' ? settings.active_index : undefined;
    if (repository !== undefined) {
      for (const stored of meantBy(caller, repository)) {
        const ref = await this.existing(stored, snapshot);
        if (ref) return ref;
      }
      throw repositoryUnknown(repository, snapshot);
    }
    // Operators write pipelines: a pipeline contains the stored name of a repository.
    const named = settings?.repository ?? '';
    if (named !== '') {
      const ref = mayReadRepository(caller, named) ? await this.existing(named, snapshot ?? active) : null;
      if (ref) return ref;
      throw repositoryUnknown(named, snapshot);
    }
    return this.byDefault(caller, snapshot, active);
  }

  private async byDefault(
    caller: Caller,
    snapshot: string | undefined,
    active: string | undefined,
  ): Promise<SnapshotRef | null> {
    const stored = this.config.repository ?? (await readWorkspace(this.config.dataDir))?.repository;
    if (stored !== undefined && mayReadRepository(caller, stored)) {
      if (snapshot === undefined) return null;
      const ref = await this.existing(stored, snapshot);
      if (ref) return ref;
      throw repositoryUnknown(stored, snapshot);
    }
    const [only, ...others] = await this.readable(caller);
    const ref = only && others.length === 0 ? await this.existing(only.stored, snapshot ?? active) : null;
    if (ref) return ref;
    // Nothing is indexed: the turn itself reports it.
    if (stored === undefined && only === undefined && snapshot === undefined) return null;
    throw new Fault(
      'repository_unknown',
      only === undefined
        ? 'There is no repository that you may read.'
        : 'There is no default repository that you may read: name one. GET /v1/repositories lists yours.',
    );
  }

  /** The snapshot, if it exists; by default the most recently indexed one. */
  private async existing(stored: string, snapshot: string | undefined): Promise<SnapshotRef | null> {
    const owner = await this.registry.findStored(stored);
    const known = owner?.snapshots.find((each) => snapshot === undefined || each.snapshot === snapshot);
    if (known) return { repository: stored, snapshot: known.snapshot };
    // Indexed before records existed, or imported.
    const workspace = await readWorkspace(this.config.dataDir);
    const current = workspace?.repository === stored ? workspace.snapshot : 'current';
    const ref = { repository: stored, snapshot: snapshot ?? current };
    return (await this.searchIndex.describe(ref)) ? ref : null;
  }
}

/** The fault for a name that does not exist for this caller: unknown, or another tenant's. */
export function repositoryUnknown(name: string, snapshot?: string): Fault {
  const what = snapshot === undefined ? '' : ` with a snapshot '${snapshot.slice(0, 100)}'`;
  return new Fault(
    'repository_unknown',
    `There is no repository '${name.slice(0, 100)}'${what}. GET /v1/repositories lists those that you may read.`,
  );
}
