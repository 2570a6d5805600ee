import type { Embedder } from '@quarry/embedder';
import { startGraphSnapshot } from '@quarry/graph-store';
import type { QuarryConfig, Stores } from '@quarry/platform';
import { RepositoryRegistry, type SnapshotSummary } from '@quarry/repositories';
import { FLAT, startSearchSnapshot, type IndexInfo } from '@quarry/search-index';
import { commitsOf, toFault, type SnapshotRef } from '@quarry/turn';
import type { IndexRequest, RunListener } from './request';

/** What decides whether the index of one revision can become that of another. */
type Wanted = Pick<IndexRequest, 'chunking' | 'vectorIndex'> & {
  readonly embedder: Embedder | null;
  readonly committedAt: number;
};

/**
 * Lets the snapshot of a new revision begin as a copy of that whose commit is nearest in time, so that the run reads,
 * links and writes only what differs. What the run leaves is what it would have built alone. A snapshot that cannot be
 * copied is noted, and the revision is built from scratch.
 * @returns the snapshot with whose graph it begins; null if it begins without one
 */
export async function startFromNearest(
  config: QuarryConfig,
  stores: Pick<Stores, 'searchIndex' | 'recordStore'>,
  ref: SnapshotRef,
  wanted: Wanted,
  listener: Pick<RunListener, 'note'>,
): Promise<SnapshotRef | null> {
  try {
    const recorded = await new RepositoryRegistry(stores.recordStore).findStored(ref.repository);
    const near = nearest(recorded?.snapshots ?? [], ref, wanted.committedAt);
    if (near === null) return null;
    const from = { repository: ref.repository, snapshot: near };
    const info = await stores.searchIndex.describe(from);
    if (info === null || !isAlike(info, wanted)) return null;
    if (!(await startSearchSnapshot(config.searchIndexUrl, ref, from))) return null;
    const isGraphCopied = await startGraphSnapshot(config.graphStoreUrl, ref, from);
    await startSearchSnapshot(config.searchIndexUrl, commitsOf(ref), commitsOf(from));
    return isGraphCopied ? from : null;
  } catch (error) {
    listener.note(`the revision is indexed from scratch: ${toFault(error).message}`);
    return null;
  }
}

/** The recorded revision whose commit is nearest in time; null without one. */
function nearest(snapshots: readonly SnapshotSummary[], ref: SnapshotRef, at: number): string | null {
  const distance = ({ committedAt }: SnapshotSummary): number =>
    committedAt === undefined ? Infinity : Math.abs(committedAt - at);
  const [near] = snapshots
    .filter((each) => each.snapshot !== ref.snapshot && each.committedAt !== undefined)
    .sort((a, b) => distance(a) - distance(b));
  return near?.snapshot ?? null;
}

/**
 * Whether a new snapshot can be built with the same settings, and lists of vectors are not trained on others. Revisions
 * of one repository share their chunks, so that their size is that of the first unless a run states another.
 */
function isAlike(info: IndexInfo, { chunking, vectorIndex, embedder }: Wanted): boolean {
  const { tokens, overlap } = { ...info.chunking, ...chunking };
  const { type, metric } = { ...FLAT, ...vectorIndex };
  return (
    info.bm25 &&
    info.chunking !== null &&
    info.chunking.tokens === tokens &&
    info.chunking.overlap === overlap &&
    type === 'flat' &&
    info.vectorIndex.type === type &&
    info.vectorIndex.metric === metric &&
    (info.embedder?.id ?? null) === (embedder?.id ?? null)
  );
}
