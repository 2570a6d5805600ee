import type { SnapshotRef } from './ids';

/** Ends the stored name of a commit index: no name that a client can give contains `~`. */
const MARK = '~commits';

/**
 * The stored name of the commit index of a snapshot: the commits that led to it, as chunks with statistics of their own.
 * @example
 * commitsOf({ repository: 'shop', snapshot: 'main' }); // { repository: 'shop', snapshot: 'main~commits' }
 */
export function commitsOf({ repository, snapshot }: SnapshotRef): SnapshotRef {
  return { repository, snapshot: `${snapshot}${MARK}` };
}

/** The name of the snapshot that a commit index belongs to; any other name as it is. */
export function withoutCommits(snapshot: string): string {
  return snapshot.endsWith(MARK) ? snapshot.slice(0, -MARK.length) : snapshot;
}
