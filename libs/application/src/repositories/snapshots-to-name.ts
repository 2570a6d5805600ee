import type { RepositoryRecord } from '@quarry/repositories';

/** Snapshots that a message names. */
const MOST_NAMED = 5;

/**
 * The end of a message about a snapshot that does not exist: the newest snapshots of the repository, or, of several
 * repositories, where to look.
 *
 * @example
 * snapshotsToName([shop]); // "'shop' has: v2.0, v1.2"
 */
export function snapshotsToName([only, ...others]: readonly Pick<
  RepositoryRecord,
  'name' | 'snapshots'
>[]): string {
  if (!only || others.length > 0) return 'GET /v1/repositories lists yours.';
  const names = only.snapshots.map(({ snapshot }) => snapshot);
  const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : '';
  return `'${only.name}' has ${names.slice(0, MOST_NAMED).join(', ')}${more}.`;
}
