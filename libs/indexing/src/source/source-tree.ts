import type { BigIntStats } from 'node:fs';
import { lstat, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { Fault, defined } from '@quarry/turn';
import { readGit, type GitListing } from './git';
import { readQuarryignore } from './quarryignore';
import type { Remark } from './remark';
import { walk } from './walk';

/** A regular file that may be indexed. */
export interface SourceFile {
  /** Relative to the tree's root, with `/` as separator. */
  readonly path: string;
  readonly absolute: string;
  readonly bytes: number;
  /** True if the file differs from this path in `commit`. */
  readonly modified: boolean;
  /**
   * Inode, size, modification time and change time: another stamp for every change of the bytes. Absent if the file
   * changed within the last two seconds, because it may change again without another time.
   */
  readonly stamp?: string;
}

export interface SourceTree {
  /** Absolute, with symbolic links resolved. */
  readonly root: string;
  /** Full id of HEAD; null outside a git work tree and before the first commit. */
  readonly commit: string | null;
  /** True if files differ from HEAD or are untracked. */
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
  /** Folders that must contain the data of a git repository, for paths from API callers; any location by default. */
  readonly gitWithin?: readonly string[];
  /** The files of the folder, if they are known: neither git nor a walk lists them. */
  readonly listed?: ListedFiles;
  readonly signal?: AbortSignal;
}

/** The files of a folder that holds one commit, or an upload, and nothing else. */
export interface ListedFiles {
  /** Relative to the root, with `/` as separator. */
  readonly paths: readonly string[];
  /** Full id; null for an upload, whose folder stays. */
  readonly commit: string | null;
  /** What is not among the files, with the reason. */
  readonly skipped: readonly Remark[];
}

/** Folders with foreign content: dependencies, build output, the data of git and Quarry. */
export const FOREIGN_FOLDERS: ReadonlySet<string> = new Set(['.git', 'node_modules', '.quarry', 'dist']);

/** Size limit of a file that is read as one text, in bytes. */
export const MAX_BYTES = 2_000_000;

/** Longest granularity of times in a file system (FAT), in milliseconds. */
const SETTLED_MS = 2_000;

/** Number of files whose status is read concurrently. */
const AT_ONCE = 64;

/**
 * Lists the files of a folder, or one file. In a git work tree it uses git (tracked and untracked files, without
 * ignored ones), otherwise its own walk that honours `.gitignore`; `.quarryignore` in the root excludes more. It reads
 * no file content, and never lists anything outside the root.
 * @throws Fault `path_not_found`, `repository_unreadable` if git cannot list a repository, `cancelled`
 */
export async function readTree(path: string, options: TreeOptions = {}): Promise<SourceTree> {
  const target = await realpath(resolve(path)).catch((cause: unknown) => {
    throw new Fault('path_not_found', `there is no ${resolve(path)}; pass a folder or file to index`, {
      cause,
    });
  });
  const single = !(await stat(target)).isDirectory();
  const root = single ? dirname(target) : target;
  const only = single ? basename(target) : null;

  const listed = options.listed
    ? { ...options.listed, modified: new Set<string>() }
    : await listFiles(root, only, options);
  // A single file that is named explicitly is always indexed.
  const leftOut = only === null ? await readQuarryignore(root) : () => null;
  const skipped = new Map(listed.skipped.map((remark) => [remark.path, remark]));
  const limit = (path: string): number =>
    options.unlimited?.(path) === true ? Infinity : (options.maxBytes ?? MAX_BYTES);
  const files: SourceFile[] = [];
  const candidates: string[] = [];
  for (const relative of [...new Set(listed.paths)].sort()) {
    const left = leftOut(relative);
    const foreign = only === null ? foreignFolder(relative) : null;
    if (left !== null && (left.reason === undefined || foreign === null)) {
      if (left.reason !== undefined) skipped.set(relative, { path: relative, reason: left.reason });
      continue;
    }
    if (foreign === null && basename(relative) !== '.git') candidates.push(relative);
    // An existing remark is more specific.
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
      else if (found) files.push({ ...unstamped(found, options), modified: listed.modified.has(path) });
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

/** Whether the folder exists only for the run: no later run sees its files again, and no reader. */
export function isTemporary(listed: ListedFiles | undefined): boolean {
  return listed !== undefined && listed.commit !== null;
}

function unstamped<File extends { readonly stamp?: string }>(
  file: File,
  { listed }: TreeOptions,
): Omit<File, 'stamp'> & { readonly stamp?: string } {
  if (!isTemporary(listed)) return file;
  const { stamp: _stamp, ...rest } = file;
  return rest;
}

/** Paths from git, otherwise from a walk; with the reason if git must not read the repository. */
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
    reason: 'points to a missing git repository: read without git, so commits are unknown',
  };
}

/** The outermost foreign folder of a path. */
export function foreignFolder(path: string): string | null {
  const parts = path.split('/').slice(0, -1);
  const at = parts.findIndex((part) => FOREIGN_FOLDERS.has(part));
  return at < 0 ? null : parts.slice(0, at + 1).join('/');
}

/** The file, or why it is skipped, or null if it is gone (git still lists deleted files). */
async function inspect(
  root: string,
  path: string,
  maxBytes: number,
): Promise<Omit<SourceFile, 'modified'> | string | null> {
  // Such a name would break citations, logs and terminals.
  if (/[\p{Cc}\u2028\u2029\uFFFD]/u.test(path)) return 'its name has control characters or is not UTF-8';
  const absolute = join(root, path);
  try {
    const now = Date.now();
    const status = await lstat(absolute, { bigint: true });
    if (status.isSymbolicLink()) return await describeLink(root, absolute);
    if (status.isDirectory()) return 'a nested git repository: index it separately';
    if (!status.isFile()) return 'not a regular file';
    // A parent folder may be a link: then the file is not where its path says.
    if (!isInside(root, await realpath(absolute))) return 'is outside the root, behind a symbolic link';
    const bytes = Number(status.size);
    if (bytes > maxBytes) return `${bytes} bytes, more than the limit of ${maxBytes}`;
    const settled = Number(status.ctimeMs) <= now - SETTLED_MS;
    return { path, absolute, bytes, ...(settled ? { stamp: stampOf(status) } : {}) };
  } catch (error) {
    const code =
      typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : String(error);
    return code === 'ENOENT' || code === 'ENOTDIR' ? null : `cannot be read (${code})`;
  }
}

function stampOf({ ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return [ino, size, mtimeNs, ctimeNs].join(':');
}

async function describeLink(root: string, absolute: string): Promise<string> {
  const target = await realpath(absolute).catch(() => null);
  if (target === null) return 'a dangling symbolic link';
  return isInside(root, target)
    ? 'a symbolic link; its target is indexed under its own name'
    : 'a symbolic link that leaves the root';
}

function isInside(root: string, path: string): boolean {
  return path.startsWith(root.endsWith(sep) ? root : root + sep);
}
