import { viewFor, type LabelView } from '@quarry/repositories';
import { snapshotSet, snapshotsIn, type SnapshotRef } from '@quarry/turn';
import type { Caller } from '../access/caller';

/** What one caller reads of snapshots during one request: each view is looked up once, so that all of it agrees. */
export class RequestViews {
  private readonly known = new Map<string, Promise<LabelView | null>>();

  /** @param find the view of a whole snapshot; null for a caller who reads everything */
  constructor(
    readonly caller: Caller,
    private readonly find: ((ref: SnapshotRef) => Promise<LabelView | null>) | null,
  ) {}

  /** Whether labels restrict what the caller reads. */
  get isLimited(): boolean {
    return this.find !== null;
  }

  /** The view of a whole snapshot; null if the caller may read nothing of it. @throws as `LabelRights.view` */
  view(ref: SnapshotRef): Promise<LabelView | null> {
    const key = JSON.stringify([ref.repository, ref.snapshot]);
    const found = this.known.get(key) ?? this.find?.(ref) ?? Promise.resolve(null);
    this.known.set(key, found);
    return found;
  }

  /** The snapshot, or each of a set, as the caller may read it; null if that is nothing. @throws as {@link view} */
  async readable(ref: SnapshotRef): Promise<SnapshotRef | null> {
    if (!this.isLimited) return ref;
    const views: SnapshotRef[] = [];
    for (const each of snapshotsIn(ref)) {
      const view = await this.view(each);
      if (view) views.push(viewFor(each, view.audience, view.version));
    }
    const [first, ...others] = views;
    return first ? snapshotSet([first, ...others]) : null;
  }
}
