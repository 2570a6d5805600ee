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

/** A repository that a caller may read. */
export interface ReadableRepository extends RepositoryRecord {
  /** As the stores name it. */
  readonly stored: string;
  /** True where it belongs to no tenant. */
  readonly shared: boolean;
}

/** What a question, a search or a client may name; `pipeline` is a name. */
export interface Wanted {
  readonly repository?: string;
  readonly snapshot?: string;
  readonly pipeline?: string;
}

/** Decides which repositories a caller may read, and which snapshot its words mean. Nothing else in the gateway turns a name into a stored one. */
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

  /** Repositories that the caller may read, by name: its own, and shared ones that none of its own hides. @throws Fault `store_unavailable` */
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
   * The snapshot that is meant, as the stores name it; null where nothing is named, by the pipeline neither, and the installation's default holds.
   * @throws Fault `repository_unknown` alike for what is not there and for what the caller may not read; `pipeline_unknown`, `store_unavailable`
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
    // A pipeline is the operator's: it names a repository as the stores do.
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
    // Nothing is indexed at all: the turn itself says so, as it always did.
    if (stored === undefined && only === undefined && snapshot === undefined) return null;
    throw new Fault(
      'repository_unknown',
      only === undefined
        ? 'There is no repository that you may read.'
        : 'There is no default repository that you may read: name one. GET /v1/repositories lists yours.',
    );
  }

  /** The snapshot where it is there; by default the one that was indexed last. */
  private async existing(stored: string, snapshot: string | undefined): Promise<SnapshotRef | null> {
    const owner = await this.registry.findStored(stored);
    const known = owner?.snapshots.find((each) => snapshot === undefined || each.snapshot === snapshot);
    if (known) return { repository: stored, snapshot: known.snapshot };
    // Indexed before there were records, or by an import.
    const workspace = await readWorkspace(this.config.dataDir);
    const current = workspace?.repository === stored ? workspace.snapshot : 'current';
    const ref = { repository: stored, snapshot: snapshot ?? current };
    return (await this.searchIndex.describe(ref)) ? ref : null;
  }
}

/** Of a name that means nothing to this caller: not there, or somebody else's. */
export function repositoryUnknown(name: string, snapshot?: string): Fault {
  const what = snapshot === undefined ? '' : ` with a snapshot '${snapshot.slice(0, 100)}'`;
  return new Fault(
    'repository_unknown',
    `There is no repository '${name.slice(0, 100)}'${what}. GET /v1/repositories lists those that you may read.`,
  );
}
