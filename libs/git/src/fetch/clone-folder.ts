import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { GitRemote } from './remote';

/** The ref of the clone that holds the fetched commit. */
export const FETCHED = 'refs/quarry/source';

/** Each fetch adds a pack. A clone with more is made again, so that it does not grow without end. */
const MOST_PACKS = 20;

const CONFIG = '[core]\n\trepositoryformatversion = 1\n\tbare = true\n';

/** The folder of a branch's clone below the data folder: `git/shop-1f2e3d4c5b6a`. */
export function cloneFolderOf(dataDir: string, { url, branch }: GitRemote): string {
  const digest = createHash('sha256')
    .update(`${url}\0${branch ?? ''}`)
    .digest('hex')
    .slice(0, 12);
  const name = (new URL(url).pathname.split('/').filter(Boolean).at(-1) ?? '').replace(/\.git$/, '');
  return join(dataDir, 'git', `${name.replace(/[^A-Za-z0-9_-]/g, '-').slice(0, 60) || 'source'}-${digest}`);
}

/** Whether a fetch has completed in this folder. */
export function hasFetched(folder: string): boolean {
  return existsSync(join(folder, FETCHED));
}

/**
 * Makes the folder a bare repository with Quarry's configuration only, without a template or hooks, and deletes what a
 * killed fetch left behind.
 */
export async function prepareClone(folder: string): Promise<void> {
  const packs = await namesIn(join(folder, 'objects/pack'));
  if (packs.filter((name) => name.endsWith('.pack')).length > MOST_PACKS || !hasFetched(folder))
    await rm(folder, { recursive: true, force: true });
  await mkdir(join(folder, 'objects/pack'), { recursive: true, mode: 0o700 });
  await mkdir(join(folder, 'refs/quarry'), { recursive: true });
  await writeFile(join(folder, 'HEAD'), 'ref: refs/heads/none\n');
  await writeFile(join(folder, 'config'), CONFIG);
  await deleteLeftovers(folder);
}

async function deleteLeftovers(folder: string): Promise<void> {
  const temporary = (await namesIn(join(folder, 'objects/pack'))).filter((name) => name.startsWith('tmp_'));
  const locks = ['shallow.lock', 'packed-refs.lock', 'HEAD.lock', `${FETCHED}.lock`];
  for (const name of [...temporary.map((each) => `objects/pack/${each}`), ...locks])
    await rm(join(folder, name), { force: true });
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch((): readonly string[] => []);
}
