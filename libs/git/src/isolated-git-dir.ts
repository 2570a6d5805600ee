import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readHead, type RepositoryPaths } from './find-repository';

/** Name of a part that a split index refers to. */
const SHARED_INDEX = /^sharedindex\.[0-9a-f]{40}(?:[0-9a-f]{24})?$/;

/** A format that names itself, so that a git that does not know an extension refuses it. */
const PLAIN = '[core]\n\trepositoryformatversion = 1\n';

/** An empty git directory of ours: without a repository, to ask git for what concerns none. */
export async function makeIsolatedGitDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'quarry-git-'));
  await Promise.all(['refs', 'objects', 'info'].map((name) => mkdir(join(folder, name))));
  await writeFile(join(folder, 'HEAD'), 'ref: refs/heads/none\n');
  await writeFile(join(folder, 'config'), PLAIN);
  return folder;
}

/**
 * Points it at a repository: at its refs, ignore rules and shallow commits by links, at HEAD by a copy. Objects and index are named in
 * the environment. The repository's configuration, hooks, attributes and worktree settings are not there, so git cannot act on them.
 */
export async function pointAt(
  folder: string,
  { gitDir, commonDir, workTree }: RepositoryPaths,
  settings: readonly (readonly [name: string, value: string])[],
): Promise<void> {
  const head = await readHead(gitDir);
  if (head !== null) await writeFile(join(folder, 'HEAD'), `${head}\n`);
  await rm(join(folder, 'refs'), { recursive: true });
  const links = [
    ...['refs', 'packed-refs', 'shallow', 'info/exclude'].map((part) => [part, commonDir] as const),
    ['reftable', gitDir] as const,
    ...(await readdir(gitDir))
      .filter((name) => SHARED_INDEX.test(name))
      .map((name) => [name, gitDir] as const),
  ];
  // A link to nothing is to git as if there were nothing.
  await Promise.all(links.map(([part, from]) => symlink(join(from, part), join(folder, part))));
  const own = [['core.bare', String(workTree === null)] as const, ...settings];
  await writeFile(join(folder, 'config'), PLAIN + own.map(([name, value]) => section(name, value)).join(''));
}

function section(name: string, value: string): string {
  const [head = '', key = ''] = name.split('.');
  return `[${head}]\n\t${key} = ${value}\n`;
}

export function removeIsolatedGitDir(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true });
}
