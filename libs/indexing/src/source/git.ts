import { GitFailed, GitMissing, GitRepository, UntrustedOwner } from '@quarry/git';
import { Fault } from '@quarry/turn';

export interface GitListing {
  /** Relative to the root; may name files that are gone, links and nested repositories. */
  readonly paths: readonly string[];
  readonly commit: string | null;
  /** Paths that differ from HEAD or are unknown to it. */
  readonly modified: ReadonlySet<string>;
}

export interface ReadGitOptions {
  /** Name of one file in the root, to list no other. */
  readonly only: string | null;
  /** Folders that the repository's own data must lie below; by default it may lie anywhere. */
  readonly within?: readonly string[];
  readonly signal?: AbortSignal;
}

/** What is different then. */
const WITHOUT = 'Read without git: commits are not known, and only .gitignore files leave files out.';

const MAX_BYTES = 512 * 1024 * 1024;

/**
 * What git knows of `root`; null where it is in no work tree, and a sentence where git cannot or must not read it.
 * @throws Fault `repository_unreadable` where the repository is damaged or leaves `within`, `bad_request` where it has no files of its
 * own (bare, or the inside of `.git`), `cancelled`
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
  // Somebody who names an ignored folder wants its files; git has nothing to say about them.
  if (only === null && tracked === '' && (await isIgnored(git, signal))) return null;
  const commit = head?.trim() ?? null;
  // Compares sizes and times, not contents: comparing contents would need the filters that the repository configures.
  const changed =
    commit === null
      ? tracked
      : await read('diff-index', '--name-only', '--relative', '--ignore-submodules', '-z', commit, ...narrow);
  return {
    // A single file that is asked for by name is indexed, ignored or not.
    paths: only === null ? [...names(tracked), ...names(others)] : [only],
    commit,
    modified: new Set([...names(changed), ...names(others)]),
  };
}

/** Git ends quietly with 1 where HEAD names a branch without a commit. */
function noCommitYet(error: unknown): null {
  if (error instanceof GitFailed && error.exitCode === 1) return null;
  throw error;
}

/** `check-ignore` exits 0 where the path is ignored, 1 where it is not. */
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
    `${root} is the inside of a git repository and has no sources of its own. Clone it (git clone ${root} FOLDER) and index the clone.`,
  );
}

function unreadable(root: string, error: GitFailed): Fault {
  return new Fault(
    'repository_unreadable',
    `git cannot read the repository at ${root}: ${error.message}. Mend it (git fsck shows what is missing, git reset makes a damaged index file again; nothing is fetched), or index a copy without its .git folder.`,
    { cause: error },
  );
}

/** A nested repository ends in `/`. */
function names(list: string): string[] {
  return list
    .split('\0')
    .filter((name) => name !== '')
    .map((name) => name.replace(/\/$/, ''));
}
