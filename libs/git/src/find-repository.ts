import { lstat, readFile, readlink, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

/** Locations of a repository's parts, as absolute paths. */
export interface RepositoryPaths {
  /** The folder that contains `.git`, or the bare repository itself. */
  readonly base: string;
  /** Contains HEAD and the index; a linked worktree has its own. */
  readonly gitDir: string;
  /** Contains objects, refs and configuration; a linked worktree shares those of the main one. */
  readonly commonDir: string;
  /** Null in a bare repository. */
  readonly workTree: string | null;
}

/** Size limit of the small files that are read: HEAD, `.git` of a worktree, `commondir`, alternates. */
const MOST_BYTES = 65_536;

/** The first characters of the `.git` file of a linked worktree or a submodule. */
const POINTER = 'gitdir:';

const HEAD = /^(?:ref:\s*refs\/\S|[0-9a-f]{40}(?:[0-9a-f]{24})?\s*$)/;

/**
 * Finds the repository that contains a folder by walking upwards, as git does. It accepts a `.git` folder, a `.git`
 * file that points to one (linked worktrees, submodules), and a bare repository. It does not run git, which would read
 * the repository's configuration.
 */
export async function findRepository(folder: string): Promise<RepositoryPaths | null> {
  for (let base = resolve(folder); ; base = dirname(base)) {
    const gitDir = await gitDirIn(base);
    if (gitDir !== null) return { base, gitDir, commonDir: await commonDirOf(gitDir), workTree: base };
    if (await isGitDir(base)) return { base, gitDir: base, commonDir: base, workTree: null };
    if (dirname(base) === base) return null;
  }
}

/** The git directory that `.git` of a folder is or points to; null if that is not a repository. */
async function gitDirIn(base: string): Promise<string | null> {
  const dotGit = join(base, '.git');
  const status = await stat(dotGit).catch(() => null);
  if (status?.isDirectory()) return (await isGitDir(dotGit)) ? dotGit : null;
  const text = (await readSmall(dotGit)) ?? '';
  if (!text.startsWith(POINTER)) return null;
  const gitDir = resolve(base, text.slice(POINTER.length).trim());
  return (await isGitDir(gitDir)) ? gitDir : null;
}

/** Requires a valid HEAD, objects and refs, as git itself does. */
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

/** The content of HEAD, `ref: refs/heads/main` or a hash; null if it is invalid. */
export async function readHead(gitDir: string): Promise<string | null> {
  const file = join(gitDir, 'HEAD');
  const link = (await lstat(file).catch(() => null))?.isSymbolicLink() === true ? await readlink(file) : null;
  // In old repositories, HEAD is a link to the branch, which may not exist yet.
  if (link?.startsWith('refs/')) return `ref: ${link}`;
  const text = (await readSmall(file))?.trim() ?? '';
  return HEAD.test(text) ? text : null;
}

/** The text of a small regular file; null for anything else. Reading a pipe, for example, might never end. */
export async function readSmall(file: string): Promise<string | null> {
  const status = await stat(file).catch(() => null);
  if (!status?.isFile() || status.size > MOST_BYTES) return null;
  return readFile(file, 'utf8').catch(() => null);
}
