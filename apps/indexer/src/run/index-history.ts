import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { GitFailed } from '@quarry/git';
import { indexCommits, type CommitReport } from '@quarry/indexing';
import { searchOptions, type QuarryConfig, type Stores } from '@quarry/platform';
import { discardSearchSnapshot } from '@quarry/search-index';
import type { Masker } from '@quarry/secrets';
import { lockFile } from '@quarry/sqlite';
import { commitsOf, defined, Fault, type SnapshotRef } from '@quarry/turn';
import type { IndexRequest, RunListener } from './request';

/**
 * Brings the commit index of a snapshot up to date after its files were indexed; deletes it if the source has no
 * history, or the request leaves it out. A history that cannot be read is noted, and questions about it are then
 * answered from what is there.
 * @param commit the indexed commit; null without one
 * @returns null if the source has no history
 * @throws Fault `store_unavailable`, `cancelled`
 */
export async function indexHistory(
  config: QuarryConfig,
  { searchIndex }: Pick<Stores, 'searchIndex'>,
  request: IndexRequest,
  indexed: { readonly ref: SnapshotRef; readonly commit: string | null; readonly masker: Masker | null },
  listener: Pick<RunListener, 'note' | 'signal'>,
): Promise<CommitReport | null> {
  const { ref, commit, masker } = indexed;
  if (commit === null || !(await hasHistory(request))) {
    await discardSearchSnapshot(config.searchIndexUrl, commitsOf(ref), searchOptions(config));
    return null;
  }
  const unlock = lockFile(join(config.dataDir, 'index.lock'));
  if (!unlock) {
    listener.note(
      'the git history was not read, because another run is writing this index; the next run reads it.',
    );
    return null;
  }
  const { root: folder, gitWithin: within } = request;
  try {
    const { signal } = listener;
    return await indexCommits({ folder, ref, commit, searchIndex, masker, signal, ...defined({ within }) });
  } catch (error) {
    const isGits =
      error instanceof GitFailed || (error instanceof Fault && error.code === 'repository_unreadable');
    if (!isGits) throw error;
    listener.note(`the git history was not read: ${error.message}`);
    return null;
  } finally {
    unlock();
  }
}

/** Whether the source can have a history: a branch that was fetched has its last commit only. */
async function hasHistory({ root, git, site, upload, history }: IndexRequest): Promise<boolean> {
  if (history === false || git || site || upload) return false;
  return (await stat(root).catch(() => null))?.isDirectory() === true;
}
