import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Fault } from '@quarry/turn';

export interface GitListing {
  /** Relative to the root; may name files that are gone, links and nested repositories. */
  readonly paths: readonly string[];
  readonly commit: string | null;
  /** Paths that differ from HEAD or are unknown to it. */
  readonly modified: ReadonlySet<string>;
}

const run = promisify(execFile);

/**
 * What git knows of `root`, or null where it is in no work tree, or git is missing or refuses it (owner of the folder).
 * @param only name of one file in `root`, to list no other
 */
export async function readGit(
  root: string,
  only: string | null,
  signal?: AbortSignal,
): Promise<GitListing | null> {
  const inside = await git(root, ['rev-parse', '--is-inside-work-tree'], signal).catch(orNull(signal));
  if (inside?.trim() !== 'true') return null;
  const narrow = ['--', only === null ? '.' : `:(literal)${only}`];
  const [tracked, others, head] = (await Promise.all([
    git(root, ['ls-files', '-c', '-z', ...narrow], signal),
    git(root, ['ls-files', '-o', '--exclude-standard', '-z', ...narrow], signal),
    // Fails before the first commit.
    git(root, ['rev-parse', '--verify', 'HEAD^{commit}'], signal).catch(orNull(signal)),
  ]).catch(orNull(signal))) ?? [null, null, null];
  if (tracked === null) return null;
  // Somebody who names an ignored folder wants its files; git has nothing to say about them.
  if (only === null && tracked === '' && (await isIgnored(root, signal))) return null;
  const commit = head?.trim() ?? null;
  // Compares sizes and times, not contents: comparing contents would run the filters that the repository configures.
  const changed =
    commit === null
      ? tracked
      : await git(
          root,
          ['diff-index', '--name-only', '--relative', '--ignore-submodules', '-z', commit, ...narrow],
          signal,
        );
  return {
    // A single file that is asked for by name is indexed, ignored or not.
    paths: only === null ? [...names(tracked), ...names(others)] : [only],
    commit,
    modified: new Set([...names(changed), ...names(others)]),
  };
}

/** `check-ignore` exits 0 where the path is ignored. */
function isIgnored(root: string, signal?: AbortSignal): Promise<boolean> {
  return git(root, ['check-ignore', '-q', '.'], signal).then(
    () => true,
    () => {
      orNull(signal)();
      return false;
    },
  );
}

async function git(root: string, args: readonly string[], signal?: AbortSignal): Promise<string> {
  // No shell. The repository's own configuration must start no program (fsmonitor), and nothing may be written.
  const safe = ['--no-optional-locks', '-c', 'core.fsmonitor=false', '-C', root];
  const { stdout } = await run('git', [...safe, ...args], {
    maxBuffer: 512 * 1024 * 1024,
    timeout: 120_000,
    signal,
  });
  return stdout;
}

/** Git's failure means that it has nothing to say; the caller's signal means that it shall not be asked. */
function orNull(signal?: AbortSignal): () => null {
  return () => {
    if (signal?.aborted) throw new Fault('cancelled', 'indexing was cancelled');
    return null;
  };
}

/** A nested repository ends in `/`. */
function names(list: string): string[] {
  return list
    .split('\0')
    .filter((name) => name !== '')
    .map((name) => name.replace(/\/$/, ''));
}
