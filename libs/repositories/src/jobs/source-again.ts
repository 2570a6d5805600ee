import { BY_HAND, type SnapshotSummary } from '../records';
import type { IndexOrder } from './index-job';

/**
 * The source of a snapshot, to index it again; null if it was imported, or is a revision of a local repository, which
 * does not change. A git URL that the operator named is fetched again as the operator would.
 */
export function sourceAgain(
  summary: Pick<SnapshotSummary, 'root' | 'remote' | 'site' | 'upload' | 'revision' | 'by'>,
): Pick<IndexOrder, 'path' | 'git' | 'site' | 'upload'> | null {
  const { root, remote, site, upload, revision = null, by } = summary;
  if (remote)
    return {
      path: remote.url,
      git: { branch: revision, byOperator: remote.byOperator ?? by === BY_HAND },
    };
  if (site) return { path: site.url, site: { pages: site.pages, byOperator: site.byOperator } };
  if (upload) return { path: upload.name, upload };
  return root === null || revision !== null ? null : { path: root };
}
