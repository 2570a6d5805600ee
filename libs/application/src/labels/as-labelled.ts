import type { RepositoryRecord, SnapshotSummary } from '@quarry/repositories';
import type { RequestViews } from './request-views';

/**
 * A repository as the caller may know it: of snapshots that it reads in part, what that part contains, and nothing of
 * the others; none if it may read nothing of it.
 * @throws Fault as {@link RequestViews.view}
 */
export async function asLabelled<Repository extends RepositoryRecord & { readonly stored: string }>(
  views: RequestViews,
  repository: Repository,
): Promise<readonly Repository[]> {
  if (!views.isLimited) return [repository];
  const snapshots: SnapshotSummary[] = [];
  for (const summary of repository.snapshots) {
    const ref = { repository: repository.stored, snapshot: summary.snapshot };
    const counts = (await views.view(ref))?.counts;
    // What failed, and which secrets were found, can be in files that the caller may not read.
    if (counts) snapshots.push({ ...summary, ...counts, failures: 0, secrets: null });
  }
  return snapshots.length === 0 ? [] : [{ ...repository, snapshots }];
}
