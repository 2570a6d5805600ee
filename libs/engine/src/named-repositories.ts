import { memberOf, type Evidence, type SnapshotRef } from '@quarry/turn';

/**
 * Evidence of a turn about several repositories, each piece of a file with its repository and snapshot: its path begins
 * with the repository's name. Returns the same list if nothing was missing.
 */
export function withRepositories(
  evidence: readonly Evidence[],
  scope: readonly SnapshotRef[] | undefined,
): readonly Evidence[] {
  if (!scope || evidence.every(({ repository }) => repository !== undefined)) return evidence;
  return evidence.map((item) => {
    const place = item.repository === undefined ? memberOf(scope, item.path) : null;
    return place ? { ...item, repository: place.name, snapshot: place.member.snapshot } : item;
  });
}
