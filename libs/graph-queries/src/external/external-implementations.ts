import type { QueryLimits, Relations, SnapshotGraph } from '../operation';
import { goImplementations } from './go-implementations';
import { statedBases } from './stated-bases';

/** What implements or extends a type that the index does not have: by Go's method sets, and by the heads of types. */
export async function externalImplementations(
  reader: SnapshotGraph,
  name: string,
  limits: QueryLimits,
): Promise<Relations> {
  return (await goImplementations(reader, name, limits)) ?? statedBases(reader, name, limits);
}
