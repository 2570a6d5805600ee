import { lstat, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { Fault, defined } from '@quarry/turn';
import { readGit, type GitListing } from './git';
import { readQuarryignore } from './quarryignore';
import type { Remark } from './remark';
import { walk } from './walk';

/** A regular file that may be indexed. */
export interface SourceFile {
  /** Relative to the tree's root, `/` as separator. */
  readonly path: string;
  readonly absolute: string;
  readonly bytes: number;
  /** True where the file is not what `commit` has under this path. */
  readonly modified: boolean;
}

export interface SourceTree {
  /** Absolute, symbolic links resolved. */
  readonly root: string;
  /** Full id of HEAD; null outside a git work tree and before the first commit. */
  readonly commit: string | null;
  /** True where files differ from HEAD or are unknown to it. */
  readonly dirty: boolean;
  /** Sorted by path. */
  readonly files: readonly SourceFile[];
  readonly skipped: readonly Remark[];
}

export interface TreeOptions {
  /** Larger files are skipped unread; 2,000,000 bytes by default. */
  readonly maxBytes?: number;
  /** Files that are listed whatever their size: the caller reads them piece by piece. */
  readonly unlimited?: (path: string) => boolean;
  /** Folders that the data of a git repository must lie below, for a path that a caller over the API named; by default it may lie anywhere. */
  readonly gitWithin?: readonly string[];
  readonly signal?: AbortSignal;
}

/** Folders that hold what others made: dependencies, build output, git's and Quarry's own data. */
const FOREIGN_FOLDERS: ReadonlySet<string> = new Set(['.git', 'node_modules', '.quarry', 'dist']);

/** Largest file that is read as one text, in bytes. */
export const MAX_BYTES = 2_000_000;

/** Files whose status is asked for at the same time. */
const AT_ONCE = 64;

/**
 * The files of a folder, or one file: by git where the folder lies in a work tree (tracked and untracked, ignored ones left out), else
 * by an own walk that honours `.gitignore`; `.quarryignore` in the root leaves out more. Nothing is read yet. Nothing outside the root is ever listed.
 * @throws Fault `path_not_found`, `repository_unreadable` where git cannot list a repository, `cancelled`
 */
export async function readTree(path: string, options: TreeOptions = {}): Promise<SourceTree> {
  const target = await realpath(resolve(path)).catch((cause: unknown) => {
    throw new Fault('path_not_found', `there is no ${resolve(path)}; give a folder or a file to index`, {
      cause,
    });
  });
  const single = !(await stat(target)).isDirectory();
  const root = single ? dirname(target) : target;
  const only = single ? basename(target) : null;

  const listed = await listFiles(root, only, options);
  // A single file that is asked for by name is indexed in any case.
  const left = only === null ? await readQuarryignore(root) : () => false;
  const skipped = new Map(listed.skipped.map((remark) => [remark.path, remark]));
  const limit = (path: string): number =>
    options.unlimited?.(path) === true ? Infinity : (options.maxBytes ?? MAX_BYTES);
  const files: SourceFile[] = [];
  const candidates: string[] = [];
  for (const relative of [...new Set(listed.paths)].sort()) {
    if (left(relative)) continue;
    const foreign = only === null ? foreignFolder(relative) : null;
    if (foreign === null && basename(relative) !== '.git') candidates.push(relative);
    // What is known of the repository says more.
    else if (!skipped.has(foreign ?? relative))
      skipped.set(foreign ?? relative, foreignRemark(foreign, relative));
  }
  for (let i = 0; i < candidates.length; i += AT_ONCE) {
    if (options.signal?.aborted) throw new Fault('cancelled', 'indexing was cancelled');
    const slice = candidates.slice(i, i + AT_ONCE);
    const seen = await Promise.all(slice.map((path) => inspect(root, path, limit(path))));
    slice.forEach((path, n) => {
      const found = seen[n] ?? null;
      if (typeof found === 'string') skipped.set(path, { path, reason: found });
      else if (found) files.push({ ...found, modified: listed.modified.has(path) });
    });
  }
  return {
    root,
    commit: listed.commit,
    dirty: listed.modified.size > 0,
    files,
    skipped: [...skipped.values()].sort((a, b) => (a.path < b.path ? -1 : 1)),
  };
}

/** Paths by git, else by an own walk; with the reason where git was not to read the repository. */
async function listFiles(
  root: string,
  only: string | null,
  { gitWithin, signal }: TreeOptions,
): Promise<GitListing & { readonly skipped: readonly Remark[] }> {
  const git = await readGit(root, {
    only,
    ...defined({ within: gitWithin, signal }),
  });
  if (git !== null && typeof git !== 'string') return { ...git, skipped: [] };
  const { paths, skipped } = await walk(root, only, FOREIGN_FOLDERS);
  const refused = git === null ? [] : [{ path: '.git', reason: git }];
  return { paths, commit: null, modified: new Set(), skipped: [...skipped, ...refused] };
}

function foreignRemark(folder: string | null, path: string): Remark {
  if (folder !== null)
    return { path: folder, reason: 'a folder of dependencies, build output or stored data' };
  return {
    path,
    reason: 'names a git repository that is not there: read without git, so commits are not known',
  };
}

/** The outermost foreign folder on the way to a path. */
function foreignFolder(path: string): string | null {
  const parts = path.split('/').slice(0, -1);
  const at = parts.findIndex((part) => FOREIGN_FOLDERS.has(part));
  return at < 0 ? null : parts.slice(0, at + 1).join('/');
}

/** The file, or why it is skipped, or null where it is gone (git still lists deleted files). */
async function inspect(
  root: string,
  path: string,
  maxBytes: number,
): Promise<Omit<SourceFile, 'modified'> | string | null> {
  // Such a name would break citations, logs and terminals.
  if (/[\p{Cc}\u2028\u2029\uFFFD]/u.test(path)) return 'its name has control characters or is not UTF-8';
  const absolute = join(root, path);
  try {
    const status = await lstat(absolute);
    if (status.isSymbolicLink()) return await describeLink(root, absolute);
    if (status.isDirectory()) return 'a git repository of its own: index it by itself';
    if (!status.isFile()) return 'not a regular file';
    // A folder on the way may be a link: then the file lies elsewhere than its path says.
    if (!isInside(root, await realpath(absolute))) return 'lies outside the root, behind a symbolic link';
    if (status.size > maxBytes) return `${status.size} bytes, more than the limit of ${maxBytes}`;
    return { path, absolute, bytes: status.size };
  } catch (error) {
    const code =
      typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : String(error);
    return code === 'ENOENT' || code === 'ENOTDIR' ? null : `cannot be read (${code})`;
  }
}

async function describeLink(root: string, absolute: string): Promise<string> {
  const target = await realpath(absolute).catch(() => null);
  if (target === null) return 'a symbolic link to nothing';
  return isInside(root, target)
    ? 'a symbolic link; its target is indexed under its own name'
    : 'a symbolic link that leaves the root';
}

function isInside(root: string, path: string): boolean {
  return path.startsWith(root.endsWith(sep) ? root : root + sep);
}
