import { Fault } from '@quarry/turn';
import { GitFailed, type GitRepository } from './git';
import { isHash } from './history-set';

/** A commit as git's log has it. */
export interface LoggedCommit {
  readonly commit: string;
  readonly parents: readonly string[];
  /** Time of the commit, ISO 8601. */
  readonly at: string;
  readonly message: string;
}

export interface LogOptions {
  /** Only commits since, as git reads a date. */
  readonly since?: string;
  readonly until?: string;
  /** Branch, tag or hash; HEAD by default. */
  readonly ref?: string;
  readonly signal?: AbortSignal;
}

/** Most commits that are looked at. */
const MAX_COMMITS = 20_000;

/** The commits that lead to `ref`, newest first, merges left out. */
export async function readLog(git: GitRepository, options: LogOptions): Promise<readonly LoggedCommit[]> {
  const { since, until, ref = 'HEAD', signal } = options;
  const named = await git
    .run(['rev-parse', '--verify', '--end-of-options', `${ref}^{commit}`])
    .catch((error: unknown) => {
      if (!(error instanceof GitFailed)) throw error;
      throw new Fault('bad_request', `${git.path} has no commit '${ref}': ${error.message}.`);
    });
  const out = await git.run(
    [
      'log',
      '-z',
      '--no-merges',
      '--no-color',
      '--no-show-signature',
      '--encoding=UTF-8',
      `--max-count=${MAX_COMMITS}`,
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
  // A message cannot hold a NUL: git ends it there.
  for (let at = 0; at + 3 < fields.length; at += 4) {
    const [commit = '', parents = '', when = '', message = ''] = fields.slice(at, at + 4);
    if (!isHash(commit)) break;
    commits.push({ commit, parents: parents.split(' ').filter(isHash), at: when, message });
  }
  return commits;
}

/** One changed file: its name in the parent's tree, null where it was not there. */
export interface ChangedFile {
  readonly before: string | null;
  readonly after: string | null;
}

/** Files beyond which git does not look for renames; a commit that changes so many is not taken anyway. */
const RENAMES = 400;

/** The regular files that differ between a commit and its parent, renames followed. @throws GitFailed where it is too much. */
export async function changedFiles(
  git: GitRepository,
  parent: string,
  commit: string,
  signal?: AbortSignal,
): Promise<readonly ChangedFile[]> {
  const args = ['diff-tree', '-r', '-z', '--raw', '--no-color', '--no-ext-diff', '--no-textconv', '-M'];
  const out = await git.run([...args, `-l${RENAMES}`, parent, commit, '--'], {
    maxBytes: 16 * 1024 * 1024,
    ...(signal ? { signal } : {}),
  });
  const fields = out.toString('utf8').split('\0');
  const changes: ChangedFile[] = [];
  for (let at = 0; at + 1 < fields.length;) {
    const [from = '', to = '', , , status = ''] = (fields[at] ?? '').slice(1).split(' ');
    const renamed = /^[RC]/.test(status);
    const [path = '', target = path] = renamed ? fields.slice(at + 1, at + 3) : [fields[at + 1]];
    at += renamed ? 3 : 2;
    const before = isFile(from) && !status.startsWith('C') ? path : null;
    const after = isFile(to) ? target : null;
    if (before !== null || after !== null) changes.push({ before, after });
  }
  return changes;
}

/** Neither a symbolic link nor a submodule. */
function isFile(mode: string): boolean {
  return mode.startsWith('100');
}
