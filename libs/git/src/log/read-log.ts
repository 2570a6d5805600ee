import { Fault } from '@quarry/turn';
import type { GitRepository } from '../git-repository';
import { GitFailed } from '../run-git';

/** A commit in git's log. */
export interface LoggedCommit {
  readonly commit: string;
  readonly parents: readonly string[];
  /** Time of the commit, ISO 8601. */
  readonly at: string;
  /** The same in seconds since the epoch, which is valid where a broken time zone makes `at` invalid. */
  readonly seconds: number;
  /** Name of its author, as the commit states it. */
  readonly author: string;
  readonly message: string;
}

export interface LogOptions {
  /** Only commits since this date, in git's date format. */
  readonly since?: string;
  readonly until?: string;
  /** Branch, tag or hash; HEAD by default. */
  readonly ref?: string;
  /** Maximum number of commits, newest first; 20,000 by default. */
  readonly most?: number;
  /** Only commits that changed a file in the folder of the repository. */
  readonly inFolder?: boolean;
  readonly signal?: AbortSignal;
}

const MAX_COMMITS = 20_000;

/** The commits that lead to `ref`, newest first, without merges. */
export async function readLog(git: GitRepository, options: LogOptions): Promise<readonly LoggedCommit[]> {
  const { since, until, ref = 'HEAD', most = MAX_COMMITS, inFolder, signal } = options;
  const named = await git
    .run(['rev-parse', '--verify', '--end-of-options', `${ref}^{commit}`])
    .catch((error: unknown) => {
      if (!(error instanceof GitFailed)) throw error;
      throw new Fault('bad_request', `${git.folder} has no commit '${ref}': ${error.message}.`);
    });
  const out = await git.run(
    [
      'log',
      '-z',
      '--no-merges',
      '--no-color',
      '--no-show-signature',
      '--encoding=UTF-8',
      `--max-count=${most}`,
      '--format=%H%x00%P%x00%cI%x00%ct%x00%an%x00%B',
      ...(since === undefined ? [] : [`--since=${since}`]),
      ...(until === undefined ? [] : [`--until=${until}`]),
      named.toString().trim().split('\n').at(-1) ?? '',
      '--',
      ...(inFolder === true ? ['.'] : []),
    ],
    signal ? { signal } : {},
  );
  const fields = out.toString('utf8').split('\0');
  const commits: LoggedCommit[] = [];
  // A message cannot contain a NUL: git ends it there.
  for (let at = 0; at + 5 < fields.length; at += 6) {
    const [commit = '', parents = '', when = '', seconds = '', author = '', message = ''] = fields.slice(
      at,
      at + 6,
    );
    if (!isHash(commit)) break;
    const ancestors = parents.split(' ').filter(isHash);
    commits.push({ commit, parents: ancestors, at: when, seconds: Number(seconds), author, message });
  }
  return commits;
}

/** SHA-1 or SHA-256, as git prints it: never an option or a range for git. */
export function isHash(value: unknown): value is string {
  return typeof value === 'string' && /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(value);
}
