import type { PipelineSettings } from '@quarry/pipeline';
import type { SnapshotResolver } from '@quarry/platform';
import type { IndexInfo, SearchIndex } from '@quarry/search-index';
import type { IndexStamp } from '@quarry/session-cache';
import { Fault, type SnapshotRef } from '@quarry/turn';

/** The index that a turn's pipeline is about, as it is now. */
export interface IndexState {
  readonly ref: SnapshotRef;
  readonly info: IndexInfo;
  readonly stamp: IndexStamp;
}

/** Null where nothing is indexed: such a turn has neither found nor missed anything. */
export async function indexState(
  index: SearchIndex,
  snapshots: SnapshotResolver,
  settings: Readonly<PipelineSettings>,
): Promise<IndexState | null> {
  const ref = await snapshots.resolve(settings).catch((error: unknown) => {
    if (error instanceof Fault && error.code === 'index_missing') return null;
    throw error;
  });
  const info = ref && (await index.describe(ref));
  if (!ref || !info) return null;
  return { ref, info, stamp: { ...ref, commit: info.commit, updatedAt: info.updatedAt } };
}
