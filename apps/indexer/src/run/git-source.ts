import { dirname, join } from 'node:path';
import { cloneFolderOf, fetchBranch, type RemoteAccess } from '@quarry/git';
import { checkGitUrl, publicAddressOf, type QuarryConfig } from '@quarry/platform';
import type { GitOrder } from '@quarry/repositories';
import { lockFile, makePrivateFolder } from '@quarry/sqlite';
import { Fault } from '@quarry/turn';
import type { RunListener } from './request';

/** The clone of a branch, which no other run changes before `release`. */
export interface FetchedSource {
  /** Folder of the bare clone. */
  readonly folder: string;
  readonly commit: string;
  /** Name of the branch or tag on the server. */
  readonly branch: string;
  /** Without user and password. */
  readonly url: string;
  readonly release: () => void;
}

/**
 * Fetches a branch from a git server into the data folder, where the next run finds what it has already received.
 * A URL that the operator did not allow is fetched from public addresses only, without the operator's configuration.
 * @throws Fault `bad_request`, `path_not_found`, `repository_unreadable`, `cancelled`; `index_busy` if another run
 * fetches at the same time
 */
export async function fetchSource(
  config: QuarryConfig,
  { url: named, branch, byOperator }: GitOrder & { readonly url: string },
  listener: RunListener,
): Promise<FetchedSource> {
  const { url, byOperator: trusted } = checkGitUrl(config, named, byOperator);
  const access: RemoteAccess = trusted
    ? { kind: 'operator' }
    : {
        kind: 'public',
        address: await publicAddressOf(url, (reason) => {
          listener.note(reason);
        }),
      };
  const folder = cloneFolderOf(config.dataDir, { url, branch });
  makePrivateFolder(config.dataDir);
  makePrivateFolder(dirname(folder));
  const unlock = lockFile(join(config.dataDir, 'git.lock'));
  if (!unlock)
    throw new Fault(
      'index_busy',
      'another run fetches from a git server; wait until it finishes, or stop it',
      { retryable: true },
    );
  try {
    const fetched = await fetchBranch(
      { url, branch },
      {
        ...{ folder, access, signal: listener.signal },
        onProgress: (done, total) => {
          listener.progress({ phase: 'fetch', done, total });
        },
      },
    );
    return { ...fetched, folder, url, release: unlock };
  } catch (error) {
    unlock();
    throw error;
  }
}
