import { readRevision, type Revision } from '@quarry/indexing';
import type { QuarryConfig } from '@quarry/platform';
import type { SnapshotRemote } from '@quarry/repositories';
import { defined } from '@quarry/turn';
import { fetchSource } from './git-source';
import type { IndexRequest, RunListener } from './request';

/** The files of a commit that a run reads in place of a folder. */
export type OpenRevision = Revision & {
  /** As the request names it; null for the default branch of a server, which a run follows like a work tree. */
  readonly name: string | null;
  /** The server that it was fetched from; null for a local repository. */
  readonly remote: SnapshotRemote | null;
};

/**
 * The revision of a request, or the branch that it fetches; null if it reads a folder.
 * @throws Fault as `readRevision` and `fetchSource`
 */
export async function openRevision(
  config: QuarryConfig,
  { root, revision, gitWithin, git }: IndexRequest,
  listener: RunListener,
): Promise<OpenRevision | null> {
  const { signal } = listener;
  if (git) {
    const source = await fetchSource(config, { ...git, url: root }, listener);
    try {
      const read = await readRevision(source.folder, source.commit, { signal });
      const { url, branch } = source;
      return { ...read, name: git.branch, remote: { url, branch } };
    } finally {
      source.release();
    }
  }
  if (revision === undefined) return null;
  const read = await readRevision(root, revision, { ...defined({ within: gitWithin }), signal });
  return { ...read, name: revision, remote: null };
}
