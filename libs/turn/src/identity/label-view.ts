import { withoutCommits } from './commit-index';
import type { SnapshotRef } from './ids';

/** Ends the stored name of a view: no name that a client can give contains `~`. */
const MARK = /~([0-9a-f]{32})$/;

/**
 * The stored name of a view: a copy of a snapshot that holds only what one audience may read.
 * @example
 * viewOf({ repository: 'shop', snapshot: 'main' }, id); // { repository: 'shop', snapshot: 'main~0f3c…' }
 */
export function viewOf({ repository, snapshot }: SnapshotRef, id: string): SnapshotRef {
  return { repository, snapshot: `${baseSnapshot(snapshot)}~${id}` };
}

/** The id of a view in a stored name; null for a whole snapshot. */
export function viewIdOf(snapshot: string): string | null {
  return MARK.exec(snapshot)?.[1] ?? null;
}

/** The name of the snapshot that a view or a commit index belongs to, which people are shown; any other as it is. */
export function baseSnapshot(snapshot: string): string {
  return withoutCommits(snapshot).replace(MARK, '');
}
