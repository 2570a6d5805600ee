import { createHash } from 'node:crypto';
import type { PipelineSettings } from '@quarry/pipeline';
import type { SnapshotResolver } from '@quarry/platform';
import type { IndexInfo, SearchReader } from '@quarry/search-index';
import type { IndexStamp } from '@quarry/session-cache';
import { Fault, membersOf, type SnapshotRef } from '@quarry/turn';

/** The current state of the index of a turn's pipeline. */
export interface IndexState {
  readonly ref: SnapshotRef;
  readonly info: IndexInfo;
  readonly stamp: IndexStamp;
}

/** The state of the index; null if nothing is indexed, because such a turn neither finds nor misses anything. */
export async function indexState(
  index: SearchReader,
  snapshots: SnapshotResolver,
  settings: Readonly<PipelineSettings>,
): Promise<IndexState | null> {
  const ref = await snapshots.resolve(settings).catch((error: unknown) => {
    if (error instanceof Fault && error.code === 'index_missing') return null;
    throw error;
  });
  const info = ref && (await index.describe(ref));
  if (!ref || !info) return null;
  return { ref, info, stamp: { ...stampedRef(ref), commit: info.commit, updatedAt: info.updatedAt } };
}

/** A set is known by its members: its own names leave some out. */
function stampedRef(ref: SnapshotRef): SnapshotRef {
  const members = membersOf(ref);
  if (!members) return ref;
  const digest = createHash('sha256').update(JSON.stringify(members)).digest('hex').slice(0, 32);
  return { repository: `set ${digest}`, snapshot: ref.snapshot };
}
