import { lstat, readFile, readlink, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

/** Where the parts of a repository lie; all absolute. */
export interface RepositoryPaths {
  /** The folder that holds `.git`, or the bare repository itself. */
  readonly base: string;
  /** HEAD and index: of a linked worktree its own folder. */
  readonly gitDir: string;
  /** Objects, refs and configuration: of a linked worktree those of the main one. */
  readonly commonDir: string;
  /** Null in a bare repository. */
  readonly workTree: string | null;
}

/** Largest of git's small files that is read: HEAD, `.git` of a worktree, `commondir`, alternates. */
const MOST_BYTES = 65_536;

/** How the file `.git` of a linked worktree or a submodule begins. */
const POINTER = 'gitdir:';

const HEAD = /^(?:ref:\s*refs\/\S|[0-9a-f]{40}(?:[0-9a-f]{24})?\s*$)/;

/**
 * The repository that a folder lies in, looked for from there upwards as git does it: `.git` that is a folder or a file that names one
 * (linked worktrees, submodules), or a bare repository. Git is not asked, since it would read the repository's configuration.
 */
export async function findRepository(folder: string): Promise<RepositoryPaths | null> {
  for (let base = resolve(folder); ; base = dirname(base)) {
    const gitDir = await gitDirIn(base);
    if (gitDir !== null) return { base, gitDir, commonDir: await commonDirOf(gitDir), workTree: base };
    if (await isGitDir(base)) return { base, gitDir: base, commonDir: base, workTree: null };
    if (dirname(base) === base) return null;
  }
}

/** What `.git` of a folder leads to; null where there is none that leads to a repository. */
async function gitDirIn(base: string): Promise<string | null> {
  const dotGit = join(base, '.git');
  const status = await stat(dotGit).catch(() => null);
  if (status?.isDirectory()) return (await isGitDir(dotGit)) ? dotGit : null;
  const text = (await readSmall(dotGit)) ?? '';
  if (!text.startsWith(POINTER)) return null;
  const gitDir = resolve(base, text.slice(POINTER.length).trim());
  return (await isGitDir(gitDir)) ? gitDir : null;
}

/** A HEAD that reads like one, objects and refs: what git itself asks of a git directory. */
async function isGitDir(folder: string): Promise<boolean> {
  if ((await readHead(folder)) === null) return false;
  const common = await commonDirOf(folder);
  const parts = await Promise.all(
    ['objects', 'refs'].map((part) => stat(join(common, part)).catch(() => null)),
  );
  return parts.every((part) => part?.isDirectory() === true);
}

async function commonDirOf(gitDir: string): Promise<string> {
  const named = (await readSmall(join(gitDir, 'commondir')))?.trim();
  return named ? resolve(gitDir, named) : gitDir;
}

/** What HEAD says, `ref: refs/heads/main` or a hash; null where it says neither. */
export async function readHead(gitDir: string): Promise<string | null> {
  const file = join(gitDir, 'HEAD');
  const link = (await lstat(file).catch(() => null))?.isSymbolicLink() === true ? await readlink(file) : null;
  // Old repositories: HEAD is a link to the branch, which need not be there yet.
  if (link?.startsWith('refs/')) return `ref: ${link}`;
  const text = (await readSmall(file))?.trim() ?? '';
  return HEAD.test(text) ? text : null;
}

/** The text of a small regular file; null for anything else. What is no regular file, such as a pipe, could be read for ever. */
export async function readSmall(file: string): Promise<string | null> {
  const status = await stat(file).catch(() => null);
  if (!status?.isFile() || status.size > MOST_BYTES) return null;
  return readFile(file, 'utf8').catch(() => null);
}
