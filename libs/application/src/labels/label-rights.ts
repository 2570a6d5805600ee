import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, RECORD_STORE, type QuarryConfig } from '@quarry/platform';
import type { RecordStore } from '@quarry/record-store';
import {
  audienceOf,
  covers,
  LabelStore,
  mayRead,
  type Clearance,
  type LabelView,
} from '@quarry/repositories';
import {
  baseSnapshot,
  Fault,
  memberOf,
  pathsIn,
  searchedBy,
  viewIdOf,
  type SnapshotRef,
  type Turn,
} from '@quarry/turn';
import type { Caller } from '../access/caller';
import { RequestViews } from './request-views';

type Limited = Exclude<Clearance, 'all'>;

/** Who reads: a caller or, in processes without authentication such as the CLI, a tenant, which reads everything. */
type Asker = string | Caller;

/**
 * Decides what callers may read of labelled snapshots, while labels are enforced. Who does not read everything
 * reads views, never a whole snapshot: copies of its index that hold only what its audience may read.
 */
@Injectable()
export class LabelRights {
  private readonly store: LabelStore;

  constructor(
    @Inject(CONFIG) private readonly config: Pick<QuarryConfig, 'labels'>,
    @Inject(RECORD_STORE) records: RecordStore,
  ) {
    this.store = new LabelStore(records);
  }

  get isEnforced(): boolean {
    return this.config.labels === 'enforce';
  }

  /** Whether labels restrict what the asker reads. Every check goes through this function. */
  isLimited(asker: Asker): asker is Caller {
    return this.isEnforced && typeof asker !== 'string' && asker.clearance !== 'all';
  }

  /**
   * What the caller may read of a whole snapshot: its view; null if that is nothing.
   * @throws Fault `index_busy` (retryable) until an indexer has built the view; `bad_request` for too many audiences;
   * `store_unavailable`
   */
  async view(caller: Caller, ref: SnapshotRef): Promise<LabelView | null> {
    const labels = await this.store.labels(ref);
    if (!labels || labels.problem !== null) return null;
    const audience = audienceOf(clearanceOf(caller), labels);
    const view = await this.store.want(ref, audience, labels);
    if (!view.counts)
      throw new Fault(
        'index_busy',
        'What you may read of the index is being prepared, because its labels or your groups have changed. Try again in a moment.',
        { retryable: true },
      );
    return view.counts.files === 0 ? null : view;
  }

  /** What the caller reads during one request. */
  during(caller: Caller): RequestViews {
    return new RequestViews(caller, this.isLimited(caller) ? (ref) => this.view(caller, ref) : null);
  }

  /**
   * Whether the asker may read a turn: all that its views held when it was answered, and under the labels of today each
   * file that it names. A turn about a whole snapshot, or about none that is known, is for those who read everything.
   * @throws Fault `store_unavailable`
   */
  async mayReadTurn(asker: Asker, turn: Turn): Promise<boolean> {
    if (!this.isLimited(asker)) return true;
    const { repository, snapshot, scope } = searchedBy(turn);
    const refs = scope ?? (repository !== null && snapshot !== null ? [{ repository, snapshot }] : []);
    if (refs.length === 0) return false;
    for (const ref of refs) if (!(await this.mayReadView(asker, ref, turn, refs))) return false;
    return true;
  }

  private async mayReadView(
    asker: Caller,
    ref: SnapshotRef,
    turn: Turn,
    refs: readonly SnapshotRef[],
  ): Promise<boolean> {
    const id = viewIdOf(ref.snapshot);
    if (id === null) return false;
    const base = { repository: ref.repository, snapshot: baseSnapshot(ref.snapshot) };
    const rights = await this.store.pathLabels(base);
    const view = await this.store.view(ref.repository, id);
    if (!rights || view?.snapshot !== base.snapshot) return false;
    const { labels, of } = rights;
    const clearance = clearanceOf(asker);
    const audience = audienceOf(clearance, labels);
    // Former labels may have had groups that the present ones do not name.
    if (!covers({ ...audience, groups: clearance.groups }, view.audience, labels.ladder)) return false;
    if (view.version === labels.version) return true;
    // The labels have changed since: each file counts for itself.
    return pathsIn(turn).every((path) => {
      const place = refs.length === 1 ? { member: ref, text: path } : memberOf(refs, path);
      // A file of another repository is checked with that one; a path of none of them is unknown.
      if (place?.member !== ref) return place !== null;
      return mayRead(audience, of.of(place.text), labels.ladder);
    });
  }
}

/** The groups and the sensitivity of a caller; one without a clearance has neither. */
function clearanceOf({ clearance }: Caller): Limited {
  if (clearance === 'all') throw new Fault('internal', 'A caller who reads everything has no view.');
  return clearance ?? { groups: [], sensitivity: null };
}
