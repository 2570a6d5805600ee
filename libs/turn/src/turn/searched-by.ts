import type { Turn } from './turn';
import type { SnapshotRef } from '../identity/ids';

/** The snapshot that a turn was asked about, or several. */
export interface SearchedBy {
  readonly repository: string | null;
  readonly snapshot: string | null;
  readonly scope?: readonly SnapshotRef[];
}

/**
 * The snapshot of a turn: the one in its question, otherwise the one that was searched, as the stores name it; null if
 * neither is known. Of a turn about several, these.
 */
export function searchedBy({ options, searches }: Pick<Turn, 'options' | 'searches'>): SearchedBy {
  if (options.scope) return { repository: null, snapshot: null, scope: options.scope };
  const index = searches.find((search) => search.index !== undefined)?.index;
  const at = index?.lastIndexOf('@') ?? -1;
  const [repository, snapshot] =
    index === undefined || at < 0 ? [null, null] : [index.slice(0, at), index.slice(at + 1)];
  return { repository: options.repository ?? repository, snapshot: options.snapshot ?? snapshot };
}
