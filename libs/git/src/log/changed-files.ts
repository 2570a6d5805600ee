import type { GitRepository } from '../git-repository';
import { GitFailed } from '../run-git';

/** One changed file: its name in the parent's tree, null if it did not exist there. */
export interface ChangedFile {
  readonly before: string | null;
  readonly after: string | null;
}

/** Above this number of files, git does not detect renames. A commit with so many changes is excluded anyway. */
const RENAMES = 400;

const DIFF = [
  ...['diff-tree', '-r', '-z', '--raw', '--no-color', '--no-ext-diff', '--no-textconv'],
  `-l${RENAMES}`,
];

/**
 * The regular files that differ between a commit and its parent, with renames followed. @throws GitFailed if there are
 * too many
 */
export async function changedFiles(
  git: GitRepository,
  parent: string,
  commit: string,
  signal?: AbortSignal,
): Promise<readonly ChangedFile[]> {
  const out = await git.run([...DIFF, '-M', parent, commit, '--'], {
    maxBytes: 16 * 1024 * 1024,
    ...(signal ? { signal } : {}),
  });
  return readChanges(out).get('') ?? [];
}

/**
 * The same for many commits in one call, each compared with its parent; for the first commit, every file. Commits
 * without changes are absent.
 * @param relative names relative to git's working folder, without files outside of it
 * @throws GitFailed if there are too many changes
 */
export async function changesOf(
  git: GitRepository,
  commits: readonly string[],
  { relative, signal }: { readonly relative: boolean; readonly signal?: AbortSignal },
): Promise<ReadonlyMap<string, readonly ChangedFile[]>> {
  const read = (renames: string) =>
    git.run([...DIFF, renames, '--stdin', '--root', ...(relative ? ['--relative'] : [])], {
      input: commits.map((commit) => `${commit}\n`).join(''),
      ...(signal ? { signal } : {}),
    });
  // Renames of changed files need their contents, which a partial clone lacks. Renames without changes have the same
  // hash.
  const out = await read('-M').catch((error: unknown) => {
    if (error instanceof GitFailed) return read('-M100%');
    throw error;
  });
  return readChanges(out);
}

/** By the hash of the commit that git printed before them; `''` if it printed none. */
function readChanges(out: Buffer): ReadonlyMap<string, readonly ChangedFile[]> {
  const fields = out.toString('utf8').split('\0');
  let changes: ChangedFile[] = [];
  const all = new Map([['', changes]]);
  for (let at = 0; at + 1 < fields.length;) {
    const head = fields[at] ?? '';
    // Without a colon it is a commit hash: a name is read together with the entry before it.
    if (!head.startsWith(':')) {
      changes = [];
      all.set(head, changes);
      at += 1;
      continue;
    }
    const [from = '', to = '', , , status = ''] = head.slice(1).split(' ');
    const renamed = /^[RC]/.test(status);
    const [path = '', target = path] = renamed ? fields.slice(at + 1, at + 3) : [fields[at + 1]];
    at += renamed ? 3 : 2;
    const before = isFile(from) && !status.startsWith('C') ? path : null;
    const after = isFile(to) ? target : null;
    if (before !== null || after !== null) changes.push({ before, after });
  }
  return all;
}

/** Neither a symbolic link nor a submodule. */
function isFile(mode: string): boolean {
  return mode.startsWith('100');
}
