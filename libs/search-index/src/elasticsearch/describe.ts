import type { IndexInfo } from '../port';
import { parseMeta, type StoredMeta } from './meta';
import { META_ID } from './names';
import { atOneMoment, ofKind } from './pages';
import type { Snapshot } from './snapshot';

/** What searches see, all of one moment. @throws Fault `index_missing`, also while the index is being created */
export async function describeSnapshot(snapshot: Snapshot): Promise<IndexInfo> {
  return atOneMoment(snapshot, async (moment) => {
    const [stored] = await moment.all<StoredMeta>({
      query: { ids: { values: [META_ID] } },
      sort: ['_shard_doc'],
      source: ['meta', 'version'],
    });
    if (!stored) throw snapshot.missing();
    const [files, chunks, pendingVectors] = await Promise.all([
      moment.count(ofKind('file')),
      moment.count(ofKind('chunk')),
      moment.count(ofKind('chunk', { term: { embedded: false } })),
    ]);
    return { files, chunks, pendingVectors, ...parseMeta(snapshot, stored).meta };
  });
}
