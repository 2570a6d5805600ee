import { mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Fault } from '@quarry/turn';
import { readHead, type RepositoryPaths } from './find-repository';

/** File name of the shared part of a split index. */
const SHARED_INDEX = /^sharedindex\.[0-9a-f]{40}(?:[0-9a-f]{24})?$/;

/** Version 1 makes git reject extensions that it does not know. */
const PLAIN = '[core]\n\trepositoryformatversion = 1\n';

/** Creates an empty isolated git directory, for git calls that need no repository. */
export async function makeIsolatedGitDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `quarry-git-${process.pid}-`));
  await Promise.all(['refs', 'objects', 'info'].map((name) => mkdir(join(folder, name))));
  await writeFile(join(folder, 'HEAD'), 'ref: refs/heads/none\n');
  await writeFile(join(folder, 'config'), PLAIN);
  return folder;
}

/**
 * Points it at a repository: links its refs, ignore rules and shallow commits, and copies HEAD. The environment names
 * objects and index. The repository's configuration, hooks, attributes and worktree settings are absent, so git cannot
 * act on them.
 * @throws Fault `repository_unreadable` if a part is neither a file nor a folder: git would block on a pipe
 */
export async function pointAt(
  folder: string,
  { gitDir, commonDir, workTree }: RepositoryPaths,
  settings: readonly (readonly [name: string, value: string])[],
): Promise<void> {
  const head = await readHead(gitDir);
  if (head !== null) await writeFile(join(folder, 'HEAD'), `${head}\n`);
  await rm(join(folder, 'refs'), { recursive: true });
  const shared = ['refs', 'packed-refs', 'shallow', 'info/exclude'].map((part) => [part, commonDir] as const);
  const own = ['reftable', ...(await readdir(gitDir)).filter((name) => SHARED_INDEX.test(name))].map(
    (part) => [part, gitDir] as const,
  );
  for (const [part, from] of [...shared, ...own])
    if (await isThere(join(from, part))) await symlink(join(from, part), join(folder, part));
  await isThere(join(gitDir, 'index'));
  const branch = head?.startsWith('ref:') ? head.slice('ref:'.length).trim() : null;
  if (branch !== null) await isThere(join(commonDir, branch));
  const lines = [['core.bare', String(workTree === null)] as const, ...settings];
  await writeFile(
    join(folder, 'config'),
    PLAIN + lines.map(([name, value]) => section(name, value)).join(''),
  );
}

async function isThere(path: string): Promise<boolean> {
  const status = await stat(path).catch(() => null);
  if (status === null || status.isFile() || status.isDirectory()) return status !== null;
  throw new Fault(
    'repository_unreadable',
    'The git repository cannot be read: one of its parts is neither a file nor a folder. Index a fresh clone of it, or a copy without its .git folder.',
  );
}

function section(name: string, value: string): string {
  const [head = '', key = ''] = name.split('.');
  return `[${head}]\n\t${key} = ${value}\n`;
}

export function removeIsolatedGitDir(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true });
}
