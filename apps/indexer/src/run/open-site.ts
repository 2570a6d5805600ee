import { dirname, join } from 'node:path';
import { fetchSite, type FetchedSite } from '@quarry/documents';
import { checkSiteUrl, type QuarryConfig } from '@quarry/platform';
import { siteFolderOf } from '@quarry/repositories';
import { lockFile, makePrivateFolder } from '@quarry/sqlite';
import { Fault, type SnapshotRef } from '@quarry/turn';
import type { IndexRequest, RunListener } from './request';

/**
 * Fetches the pages of the site of a request into the data folder, where the next run finds those that have not
 * changed; null if the request has none.
 * @throws Fault `bad_request`, `site_unreadable`, `cancelled`; `index_busy` if another run fetches a site
 */
export async function openSite(
  config: QuarryConfig,
  { root, site }: Pick<IndexRequest, 'root' | 'site'>,
  ref: SnapshotRef,
  listener: RunListener,
): Promise<FetchedSite | null> {
  if (!site) return null;
  const { url, rules } = checkSiteUrl(config, root, site.byOperator);
  const folder = siteFolderOf(config.dataDir, ref);
  makePrivateFolder(config.dataDir);
  makePrivateFolder(dirname(folder));
  const unlock = lockFile(join(config.dataDir, 'sites.lock'));
  if (!unlock)
    throw new Fault('index_busy', 'another run fetches a site; wait until it finishes, or stop it', {
      retryable: true,
    });
  try {
    return await fetchSite(url, {
      ...{ folder, maxPages: site.pages, signal: listener.signal },
      rules: {
        ...rules,
        onRefused: (reason) => {
          listener.note(reason);
        },
      },
      onProgress: (done, total) => {
        listener.progress({ phase: 'fetch', done, total });
      },
    });
  } finally {
    unlock();
  }
}
