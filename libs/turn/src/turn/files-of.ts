import type { SnapshotPaths } from '../identity/ids';
import { memberOf } from '../identity/snapshot-set';
import type { Turn } from './turn';
import { pathsIn } from './paths-in';
import { searchedBy } from './searched-by';

/**
 * The files that a turn names, by their snapshot; empty if it names none.
 * @returns null if it is unknown where one of them is
 */
export function filesOf(turn: Turn): readonly SnapshotPaths[] | null {
  const paths = pathsIn(turn);
  if (paths.length === 0) return [];
  const { repository, snapshot, scope } = searchedBy(turn);
  if (!scope) return repository === null || snapshot === null ? null : [{ repository, snapshot, paths }];
  const found = scope.map((ref) => ({ ...ref, paths: [] as string[] }));
  for (const path of paths) {
    const place = memberOf(scope, path);
    if (!place) return null;
    found[scope.indexOf(place.member)]?.paths.push(place.text);
  }
  return found.filter((files) => files.paths.length > 0);
}
