import { join } from 'node:path';
import { packGraphSnapshot } from '@quarry/graph-store';
import type { QuarryConfig, Stores } from '@quarry/platform';
import { RepositoryRegistry } from '@quarry/repositories';
import { packSearchSnapshot } from '@quarry/search-index';
import { lockFile } from '@quarry/sqlite';
import { commitsOf, toFault, type SnapshotRef } from '@quarry/turn';
import type { RunListener } from './request';

/** The revisions of a repository that questions do not use unless they name them. None if the records are away. */
export async function olderRevisions(
  { recordStore }: Pick<Stores, 'recordStore'>,
  { repository }: SnapshotRef,
): Promise<readonly SnapshotRef[]> {
  const recorded = await new RepositoryRegistry(recordStore).findStored(repository).catch(() => null);
  return (recorded?.snapshots ?? [])
    .slice(1)
    .filter(({ revision }) => revision !== undefined)
    .map(({ snapshot }) => ({ repository, snapshot }));
}

/**
 * Packs snapshots, so that they share what is the same. Their stores must not be open for writing in this process.
 * Another run that writes the index leaves it to its end.
 */
export async function packSnapshots(
  config: QuarryConfig,
  refs: readonly SnapshotRef[],
  listener: Pick<RunListener, 'note'>,
): Promise<void> {
  if (refs.length === 0) return;
  const unlock = lockFile(join(config.dataDir, 'index.lock'));
  if (!unlock) return;
  try {
    for (const ref of refs) {
      await packSearchSnapshot(config.searchIndexUrl, ref);
      await packSearchSnapshot(config.searchIndexUrl, commitsOf(ref));
      await packGraphSnapshot(config.graphStoreUrl, ref);
    }
  } catch (error) {
    listener.note(`older revisions are stored unpacked: ${toFault(error).message}`);
  } finally {
    unlock();
  }
}
