import { GitFailed, type GitRepository } from '@quarry/git';
import { Fault } from '@quarry/turn';
import { isHash } from './history-set';

/** A commit in git's log. */
export interface LoggedCommit {
  readonly commit: string;
  readonly parents: readonly string[];
  /** Time of the commit, ISO 8601. */
  readonly at: string;
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
  readonly signal?: AbortSignal;
}

const MAX_COMMITS = 20_000;

/** The commits that lead to `ref`, newest first, without merges. */
export async function readLog(git: GitRepository, options: LogOptions): Promise<readonly LoggedCommit[]> {
  const { since, until, ref = 'HEAD', most = MAX_COMMITS, signal } = options;
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
      '--format=%H%x00%P%x00%cI%x00%B',
      ...(since === undefined ? [] : [`--since=${since}`]),
      ...(until === undefined ? [] : [`--until=${until}`]),
      named.toString().trim().split('\n').at(-1) ?? '',
      '--',
    ],
    signal ? { signal } : {},
  );
  const fields = out.toString('utf8').split('\0');
  const commits: LoggedCommit[] = [];
  // A message cannot contain a NUL: git ends it there.
  for (let at = 0; at + 3 < fields.length; at += 4) {
    const [commit = '', parents = '', when = '', message = ''] = fields.slice(at, at + 4);
    if (!isHash(commit)) break;
    commits.push({ commit, parents: parents.split(' ').filter(isHash), at: when, message });
  }
  return commits;
}
