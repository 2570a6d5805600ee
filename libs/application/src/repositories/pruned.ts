import type { SnapshotSummary } from '@quarry/repositories';
import { Fault } from '@quarry/turn';
import { fitsPattern } from './patterns';

/** Milliseconds of a day. */
const DAY = 86_400_000;

/** Which snapshots of a repository to keep; at least one of the limits. */
export interface Retention {
  /** Number of the newest snapshots that stay; null: any. */
  readonly keep: number | null;
  /** Only snapshots whose commit, or without one whose run, is older; null: of any age. */
  readonly olderThanDays: number | null;
  /** Patterns of revisions, such as `v*`: their snapshots stay. */
  readonly keepRevisions?: readonly string[];
}

/**
 * The snapshots to delete. The first, which questions use, always stays.
 * @param snapshots in the order of their record
 * @throws Fault `bad_request` without any limit
 *
 * @example
 * outsideOf(snapshots, { keep: 5, olderThanDays: null }, Date.now()); // the sixth and all after it
 */
export function outsideOf(
  snapshots: readonly SnapshotSummary[],
  { keep, olderThanDays, keepRevisions = [] }: Retention,
  now: number,
): readonly string[] {
  if (keep === null && olderThanDays === null && keepRevisions.length === 0)
    throw new Fault(
      'bad_request',
      'Name what to keep: a number of snapshots, an age in days, or a pattern of revisions.',
    );
  return snapshots
    .slice(keep ?? 1)
    .filter(
      ({ committedAt, indexedAt }) =>
        olderThanDays === null || (committedAt ?? indexedAt) < now - olderThanDays * DAY,
    )
    .filter(
      ({ revision }) =>
        revision === undefined || !keepRevisions.some((pattern) => fitsPattern(pattern, revision)),
    )
    .map(({ snapshot }) => snapshot);
}
