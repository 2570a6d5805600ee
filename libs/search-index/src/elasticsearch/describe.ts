import type { IndexInfo } from '../port';
import { multiSearch } from './multi-search';
import { ofKind } from './pages';
import type { Snapshot } from './snapshot';

const COUNTED = [ofKind('file'), ofKind('chunk'), ofKind('chunk', { term: { embedded: false } })];

/** Describes what searches see, in one request. @throws Fault `index_missing`, also while the index is being created */
export async function describeSnapshot(snapshot: Snapshot): Promise<IndexInfo> {
  const counts = COUNTED.map((query) => ({ query, size: 0, track_total_hits: true }));
  const { meta, totals } = await multiSearch(snapshot, counts);
  const [files = 0, chunks = 0, pendingVectors = 0] = totals;
  const { imprint: _, ...about } = meta;
  return { files, chunks, pendingVectors, ...about };
}
