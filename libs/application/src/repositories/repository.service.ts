import { Inject, Injectable } from '@nestjs/common';
import type { CompiledPipeline } from '@quarry/pipeline';
import { CONFIG, readWorkspace, RECORD_STORE, SEARCH_INDEX, type QuarryConfig } from '@quarry/platform';
import type { RecordStore } from '@quarry/record-store';
import { IndexRuns, RepositoryRegistry, type RepositoryRecord } from '@quarry/repositories';
import type { SearchIndex } from '@quarry/search-index';
import {
  baseSnapshot,
  Fault,
  scopedRepository,
  SHARED_TENANT,
  toFault,
  type IndexNotice,
  type SnapshotRef,
} from '@quarry/turn';
import type { Caller } from '../access/caller';
import { findPipeline } from '../pipelines/find-pipeline';
import { PIPELINES } from '../pipelines/tokens';
import { LabelRights } from '../labels/label-rights';
import { asLabelled } from '../labels/as-labelled';
import type { RequestViews } from '../labels/request-views';
import { mayReadRepository, meantBy } from './may-read';
import { IndexGaps } from './index-gaps';
import { fitsPattern, isPattern, splitNames } from './patterns';
import { NOTHING_READABLE, nothingReadable, repositoryUnknown } from './repository-unknown';
import { Selection } from './selection';
import { snapshotsToName } from './snapshots-to-name';
import { unlessAway } from './unless-away';
import { unrecorded } from './unrecorded';

/** A repository that the caller may read. */
export interface ReadableRepository extends RepositoryRecord {
  /** Its name in the stores. */
  readonly stored: string;
  /** True if it belongs to no tenant. */
  readonly shared: boolean;
}

/** The repositories and the snapshot that a request names, and the name of the pipeline that it uses. */
export interface Wanted {
  /** Names, `name@snapshot`, or patterns with `*`. */
  readonly repository?: string | readonly string[];
  readonly snapshot?: string;
  readonly pipeline?: string;
}

/** What a question is about. */
export interface Subject {
  /** As {@link RepositoryService.resolve} returns it. */
  readonly ref: SnapshotRef | null;
  /** Why it is about the repository that was indexed last, instead of all that the caller may read. */
  readonly narrowedBy?: string;
  /** What the indexes lack now; absent if nothing, or if that is unknown. */
  readonly indexing?: readonly IndexNotice[];
}

/**
 * Decides which repositories a caller may read, and resolves the names in its requests to a snapshot. Nothing else in
 * the gateway maps a public name to a stored one.
 */
@Injectable()
export class RepositoryService {
  readonly registry: RepositoryRegistry;
  readonly labels: LabelRights;
  private readonly gaps: IndexGaps;

  constructor(
    @Inject(RECORD_STORE) records: RecordStore,
    @Inject(SEARCH_INDEX) private readonly searchIndex: SearchIndex,
    @Inject(CONFIG) private readonly config: QuarryConfig,
    @Inject(PIPELINES) private readonly pipelines: readonly CompiledPipeline[],
  ) {
    this.registry = new RepositoryRegistry(records);
    this.labels = new LabelRights(config, records);
    const { registry, labels } = this;
    this.gaps = new IndexGaps({ runs: new IndexRuns(records), registry, searchIndex }, labels);
  }

  /**
   * The repositories that the caller may read, sorted by name: its own, and the shared ones that no own one hides.
   * @throws Fault `store_unavailable`
   */
  readable(caller: Caller): Promise<readonly ReadableRepository[]> {
    return this.readableIn(this.labels.during(caller));
  }

  private async readableIn(views: RequestViews): Promise<readonly ReadableRepository[]> {
    const { caller } = views;
    const shared = await this.registry.list(SHARED_TENANT);
    const more = await unlessAway(unrecorded(this.config, this.searchIndex, shared));
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
    const within = [...found.values()].filter(({ stored }) => mayReadRepository(caller, stored));
    const labelled = await Promise.all(within.map((each) => asLabelled(views, each)));
    return labelled.flat().sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /**
   * Resolves a request to a snapshot, or to a set of them, by their names in the stores: of the repositories that the
   * request names or matches, otherwise of the pipeline's, otherwise of all that the caller may read. Null if nothing
   * is indexed, which the turn itself reports.
   * @throws Fault `repository_unknown` both for what does not exist and for what the caller may not read, and for a
   * pattern that matches nothing that it may read; `bad_request` for two snapshots of one repository or too many
   * repositories; `pipeline_unknown`, `store_unavailable`
   */
  async resolve(caller: Caller, wanted: Wanted): Promise<SnapshotRef | null> {
    const views = this.labels.during(caller);
    const ref = await this.whole(views, wanted);
    if (!views.isLimited) return ref;
    const view = ref && (await views.readable(ref));
    if (view) return view;
    throw nothingReadable();
  }

  private async whole(views: RequestViews, wanted: Wanted): Promise<SnapshotRef | null> {
    const { snapshot, pipeline } = wanted;
    const settings = pipeline === undefined ? null : findPipeline(this.pipelines, pipeline).settings;
    const active = settings && settings.active_index !== 'current' ? settings.active_index : undefined;
    const selectors = selectorsOf(wanted);
    if (selectors.length > 0) return this.selected(views, selectors, snapshot);
    // Operators write pipelines: a pipeline contains the stored name of a repository.
    const named = settings?.repository ?? '';
    if (named !== '') {
      const ref = mayReadRepository(views.caller, named)
        ? await this.existing(views, named, snapshot ?? active)
        : null;
      if (ref) return ref;
      throw repositoryUnknown(named, snapshot);
    }
    return this.byDefault(views, snapshot, active);
  }

  /**
   * As {@link resolve}, for a question. While the records of repositories cannot be read, as on a full disk, a question
   * that names no repository is about the one that was indexed last.
   * @throws Fault as {@link resolve}
   */
  async subjectOf(caller: Caller, wanted: Wanted): Promise<Subject> {
    try {
      const ref = await this.resolve(caller, wanted);
      const indexing = await this.gaps.of(caller, ref);
      return indexing.length === 0 ? { ref } : { ref, indexing };
    } catch (error) {
      const { code, message } = toFault(error);
      if (code === 'repository_unknown') throw await this.gaps.whileBegun(caller, selectorsOf(wanted), error);
      // Without records, it is unknown which view the caller reads.
      if (this.labels.isLimited(caller)) throw error;
      if (code !== 'store_unavailable' || wanted.repository?.length || wanted.snapshot !== undefined)
        throw error;
      const last = (await readWorkspace(this.config.dataDir))?.repository;
      if (last === undefined || !mayReadRepository(caller, last)) throw error;
      return { ref: null, narrowedBy: message };
    }
  }

  /** One repository by its name, never by a pattern. @throws Fault `repository_unknown`, `store_unavailable` */
  async resolveOne(caller: Caller, name: string, snapshot?: string): Promise<SnapshotRef> {
    const views = this.labels.during(caller);
    const ref = await this.named(views, name, snapshot);
    const readable = ref && (await views.readable(ref));
    if (readable) return readable;
    throw repositoryUnknown(name, snapshot);
  }

  private async selected(
    views: RequestViews,
    selectors: readonly string[],
    snapshot: string | undefined,
  ): Promise<SnapshotRef | null> {
    const selection = new Selection();
    const readable = selectors.some(isPattern) ? await this.readableIn(views) : [];
    for (const selector of new Set(selectors)) {
      const ref = await this.named(views, selector, snapshot);
      if (ref) {
        selection.name(ref);
        continue;
      }
      const matched = matching(readable, selector, snapshot);
      if (matched.length === 0) throw repositoryUnknown(selector, snapshot);
      selection.match(matched);
    }
    return selection.ref;
  }

  /** The repository with that name, or that name before `@` and a snapshot of it; null if the caller may read none. */
  private async named(
    views: RequestViews,
    selector: string,
    snapshot: string | undefined,
  ): Promise<SnapshotRef | null> {
    for (const stored of meantBy(views.caller, selector)) {
      const ref = await this.existing(views, stored, snapshot);
      if (ref) return ref;
    }
    const at = selector.lastIndexOf('@');
    if (at <= 0 || snapshot !== undefined) return null;
    for (const stored of meantBy(views.caller, selector.slice(0, at))) {
      const ref = await this.existing(views, stored, selector.slice(at + 1));
      if (ref) return ref;
    }
    return null;
  }

  /** All that the caller may read; those of the setting, if it may read any of them. */
  private async byDefault(
    views: RequestViews,
    snapshot: string | undefined,
    active: string | undefined,
  ): Promise<SnapshotRef | null> {
    const readable = await this.readableIn(views);
    const preferred = splitNames(this.config.repository ?? '').flatMap((selector) =>
      readable.filter(({ name, stored }) => stored === selector || fitsPattern(selector, name)),
    );
    const chosen = preferred.length > 0 ? preferred : readable;
    const wanted = snapshot ?? active;
    const selection = new Selection();
    selection.match(chosen.flatMap((repository) => snapshotIn(repository, wanted)));
    if (selection.ref) return selection.ref;
    // Not recorded, or nothing is indexed.
    const stored = this.config.repository ?? (await readWorkspace(this.config.dataDir))?.repository;
    if (stored !== undefined && !isPattern(stored) && mayReadRepository(views.caller, stored)) {
      // Without its store, the turn itself waits for it and reports it.
      const ref = await (snapshot === undefined
        ? unlessAway(this.existing(views, stored, wanted))
        : this.existing(views, stored, wanted));
      if (ref) return ref;
      if (snapshot === undefined) return null;
    }
    if (stored === undefined && readable.length === 0 && snapshot === undefined) return null;
    throw new Fault(
      'repository_unknown',
      readable.length === 0
        ? NOTHING_READABLE
        : `No repository that you may read has a snapshot '${(wanted ?? 'current').slice(0, 100)}'. ${snapshotsToName(chosen)}`,
    );
  }

  /** The whole snapshot, if it exists and the caller may read any of it; by default the most recently indexed one. */
  private async existing(
    views: RequestViews,
    stored: string,
    named: string | undefined,
  ): Promise<SnapshotRef | null> {
    // A view is named by its snapshot: which one a caller reads is not the caller's choice.
    const snapshot = named === undefined ? undefined : baseSnapshot(named);
    const ref = await this.stored(stored, snapshot);
    return ref && (await views.readable(ref)) && ref;
  }

  private async stored(stored: string, snapshot: string | undefined): Promise<SnapshotRef | null> {
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

function selectorsOf({ repository }: Wanted): readonly string[] {
  return typeof repository === 'string' ? [repository] : (repository ?? []);
}

/** The snapshots of the repositories whose names fit a pattern; those without the wanted snapshot are left out. */
function matching(
  readable: readonly ReadableRepository[],
  selector: string,
  snapshot: string | undefined,
): readonly SnapshotRef[] {
  if (!isPattern(selector)) return [];
  return readable
    .filter(({ name }) => fitsPattern(selector, name))
    .flatMap((repository) => snapshotIn(repository, snapshot));
}

/** The snapshot of that name, or the newest one. */
function snapshotIn(
  { stored, snapshots }: ReadableRepository,
  wanted: string | undefined,
): readonly SnapshotRef[] {
  const found = snapshots.find(({ snapshot }) => wanted === undefined || snapshot === wanted);
  return found ? [{ repository: stored, snapshot: found.snapshot }] : [];
}
