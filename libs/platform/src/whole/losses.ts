import type { GraphStore } from '@quarry/graph-store';
import type { RecordStore } from '@quarry/record-store';
import { RepositoryRegistry, type SnapshotSummary } from '@quarry/repositories';
import type { SearchIndex } from '@quarry/search-index';
import {
  Fault,
  describeStore,
  lossOf,
  shownRepository,
  type Loss,
  type Recorded,
  type SnapshotRef,
} from '@quarry/turn';

/** A store that a run of indexing writes. */
export type IndexedStore = 'search' | 'graph';

const NAMES: Readonly<Record<IndexedStore, string>> = { search: 'search index', graph: 'code graph' };

/** What the records say of one store. */
export function recordedIn(store: IndexedStore, { run, chunks, nodes }: SnapshotSummary): Recorded {
  return { run: run ?? null, any: (store === 'search' ? chunks : nodes) > 0 };
}

/** Fault `index_damaged`: the store and snapshot, the missing content, and how to repair it. */
export function lost(store: IndexedStore, ref: SnapshotRef, loss: Loss, recorded: SnapshotSummary): Fault {
  const { files, chunks, nodes, edges, root, revision } = recorded;
  const known = store === 'search' ? `${files} files, ${chunks} chunks` : `${nodes} nodes, ${edges} edges`;
  const source = revision === undefined ? 'PATH' : `PATH --revision ${revision}`;
  const again = `quarry index ${source}${loss.partial ? ' --rebuild' : ''}`;
  const remedy = root === null ? 'quarry import BUNDLE' : again;
  return new Fault(
    'index_damaged',
    `The ${NAMES[store]} of "${shownRepository(ref.repository)}" (snapshot "${ref.snapshot}") is not what was indexed: it ${loss.what}. ` +
      `The records know ${known}. Build it again with \`${remedy}\`.`,
  );
}

/**
 * Compares both stores of a snapshot with the records, by counts; nothing where there are no records.
 * @returns a Fault `index_damaged` for each store that lacks what is recorded
 * @throws Fault as the stores and the records
 */
export async function lossesOf(
  stores: {
    readonly searchIndex: SearchIndex;
    readonly graphStore: GraphStore;
    readonly recordStore: RecordStore;
  },
  ref: SnapshotRef,
): Promise<readonly Fault[]> {
  const recorded = await new RepositoryRegistry(stores.recordStore).summary(ref);
  if (!recorded) return [];
  const faults: Fault[] = [];
  for (const [name, store] of [
    ['search', stores.searchIndex] as const,
    ['graph', stores.graphStore] as const,
  ]) {
    const loss = lossOf(ref, recordedIn(name, recorded), await describeStore(store, ref));
    if (loss !== null) faults.push(lost(name, ref, loss, recorded));
  }
  return faults;
}
