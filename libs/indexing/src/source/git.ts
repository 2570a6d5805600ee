import { GitFailed, GitMissing, GitRepository, UntrustedOwner } from '@quarry/git';
import { Fault } from '@quarry/turn';

export interface GitListing {
  /** Relative to the root; may include deleted files, links and nested repositories. */
  readonly paths: readonly string[];
  readonly commit: string | null;
  /** Paths that differ from HEAD or are untracked. */
  readonly modified: ReadonlySet<string>;
}

export interface ReadGitOptions {
  /** Name of the only file in the root to list; null: list all. */
  readonly only: string | null;
  /** Folders that must contain the repository's own data; any location by default. */
  readonly within?: readonly string[];
  readonly signal?: AbortSignal;
}

/** The consequences of reading without git. */
const WITHOUT = 'Read without git: commits are unknown, and only .gitignore files exclude files.';

const MAX_BYTES = 512 * 1024 * 1024;

/**
 * What git knows about `root`; null outside a work tree, and a sentence if git cannot or must not read it.
 * @throws Fault `repository_unreadable` if the repository is damaged or partly outside `within`, `bad_request` if it
 * has no work tree (bare, or a folder inside `.git`), `cancelled`
 */
export async function readGit(root: string, options: ReadGitOptions): Promise<GitListing | string | null> {
  try {
    const git = await GitRepository.find(root, options);
    if (git === null) return null;
    try {
      if (!git.hasWorkTree) throw bare(root);
      return await list(git, options);
    } finally {
      await git.close();
    }
  } catch (error) {
    if (error instanceof UntrustedOwner) return `${error.message}. ${WITHOUT}`;
    if (error instanceof GitMissing) return `${error.message} ${WITHOUT}`;
    if (error instanceof GitFailed) throw unreadable(root, error);
    throw error;
  }
}

async function list(git: GitRepository, { only, signal }: ReadGitOptions): Promise<GitListing | null> {
  const call = { maxBytes: MAX_BYTES, ...(signal ? { signal } : {}) };
  const read = async (...args: readonly string[]) => (await git.run(args, call)).toString();
  const narrow = ['--', only === null ? '.' : `:(literal)${only}`];
  const [tracked, others, head] = await Promise.all([
    read('ls-files', '-c', '-z', ...narrow),
    read('ls-files', '-o', '--exclude-standard', '-z', ...narrow),
    read('rev-parse', '--verify', '--quiet', 'HEAD').catch(noCommitYet),
  ]);
  // A user who names an ignored folder wants its files; git lists none of them.
  if (only === null && tracked === '' && (await isIgnored(git, signal))) return null;
  const commit = head?.trim() ?? null;
  // Compares sizes and times, not contents: comparing contents would run the filters that the repository configures.
  const changed =
    commit === null
      ? tracked
      : await read('diff-index', '--name-only', '--relative', '--ignore-submodules', '-z', commit, ...narrow);
  return {
    // A single file that is named explicitly is indexed, ignored or not.
    paths: only === null ? [...names(tracked), ...names(others)] : [only],
    commit,
    modified: new Set([...names(changed), ...names(others)]),
  };
}

/** Git exits silently with 1 if HEAD names a branch without a commit. */
function noCommitYet(error: unknown): null {
  if (error instanceof GitFailed && error.exitCode === 1) return null;
  throw error;
}

/** `check-ignore` exits with 0 if the path is ignored, with 1 if it is not. */
async function isIgnored(git: GitRepository, signal?: AbortSignal): Promise<boolean> {
  try {
    await git.run(['check-ignore', '-q', '.'], signal ? { signal } : {});
    return true;
  } catch (error) {
    if (error instanceof GitFailed) return false;
    throw error;
  }
}

function bare(root: string): Fault {
  return new Fault(
    'bad_request',
    `${root} is the data of a git repository and has no source files. Clone it (git clone ${root} FOLDER) and index the clone.`,
  );
}

function unreadable(root: string, error: GitFailed): Fault {
  return new Fault(
    'repository_unreadable',
    `git cannot read the repository at ${root}: ${error.message}. Repair it (git fsck shows what is missing, git reset recreates a damaged index file; nothing is fetched), or index a copy without its .git folder.`,
    { cause: error },
  );
}

/** Git lists a nested repository with a trailing `/`. */
function names(list: string): string[] {
  return list
    .split('\0')
    .filter((name) => name !== '')
    .map((name) => name.replace(/\/$/, ''));
}
